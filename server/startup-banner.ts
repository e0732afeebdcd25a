/**
 * What `npm start` tells of a running site; one line for each fact, the ready line at the end. In
 * development it is the API alone, and Vite tells where the pages are.
 */
export function announce({
  url,
  isApiOnly,
  dataDir,
  demoAccounts,
  embedded,
}: {
  url: string
  isApiOnly: boolean
  dataDir: string
  demoAccounts: readonly { email: string; password: string }[]
  /** What stands in for a provider that is not configured. */
  embedded: readonly string[]
}): string {
  const accounts = demoAccounts.map(({ email, password }) => `${email} / ${password}`)
  const facts: [string, readonly string[]][] = [
    ['Site', isApiOnly ? [] : [url]],
    ['API', [`${url}/docs`]],
    ['Data', [dataDir]],
    ['Demo accounts', accounts],
    ['Embedded', embedded],
  ]
  const lines = facts.flatMap(([label, values]) =>
    values.map((value, index) => `  ${(index === 0 ? label : '').padEnd(15)}${value}`),
  )
  const name = isApiOnly ? 'Sprout’s API' : 'Sprout'
  return ['', ...lines, '', `${name} is ready at ${url}`, ''].join('\n')
}
