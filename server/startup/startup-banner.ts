/**
 * The lines that `npm start` prints about a running site: one line per fact, the ready line last. In
 * development the server is the API only, and Vite prints the address of the pages.
 */
export function startupBanner({
  url,
  isApiOnly,
  dataDir,
  secondCopy,
  demoAccounts,
  embedded,
  warnings,
}: {
  url: string
  isApiOnly: boolean
  dataDir: string
  /** Where a second copy is kept. */
  secondCopy?: string | undefined
  demoAccounts: readonly { email: string; password: string }[]
  /** The stand-ins for providers that are not configured. */
  embedded: readonly string[]
  /** Settings that the clinic may not have intended. */
  warnings: readonly string[]
}): string {
  const accounts = demoAccounts.map(({ email, password }) => `${email} / ${password}`)
  const facts: [string, readonly string[]][] = [
    ['Site', isApiOnly ? [] : [url]],
    ['API', [`${url}/docs`]],
    ['Data', [dataDir]],
    ['Second copy', secondCopy ? [secondCopy] : []],
    ['Demo accounts', accounts],
    ['Embedded', embedded],
    ['Warning', warnings],
  ]
  const lines = facts.flatMap(([label, values]) =>
    values.map((value, index) => `  ${(index === 0 ? label : '').padEnd(15)}${value}`),
  )
  const name = isApiOnly ? 'Sprout’s API' : 'Sprout'
  return ['', ...lines, '', `${name} is ready at ${url}`, ''].join('\n')
}
