import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Import {
  from: string
  to: string
}

/**
 * The imports of a layer's files, as paths from the root; imports of tests and their support do not count.
 */
const importsOf = (layer: string): Import[] =>
  globSync(`${layer}/**/*.{ts,tsx}`, { cwd: root })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .flatMap((from) =>
      [...readFileSync(join(root, from), 'utf8').matchAll(/(?:from|import\() ?'([#.][^']+)'/g)]
        .map(([, path = '']) =>
          path.startsWith('#') ? path.slice(1) : relative(root, join(root, dirname(from), path)),
        )
        .map((to) => ({ from, to: to.split(sep).join('/') })),
    )

/** Fails with the first cycle of imports between folders. */
function expectNoCircle(
  imports: readonly Import[],
  folderOf: (file: string) => string | undefined,
) {
  const edges = Map.groupBy(
    imports.flatMap(({ from, to }) => {
      const [importing, imported] = [folderOf(from), folderOf(to)]
      return importing && imported && importing !== imported ? [{ importing, imported }] : []
    }),
    ({ importing }) => importing,
  )
  const done = new Set<string>()
  const visit = (folder: string, path: readonly string[]) => {
    expect(path, `${[...path, folder].join(' → ')} is a circle`).not.toContain(folder)
    if (done.has(folder)) return
    for (const { imported } of edges.get(folder) ?? []) visit(imported, [...path, folder])
    done.add(folder)
  }
  for (const folder of edges.keys()) visit(folder, [])
}

const imports = importsOf('web')

/** The noun of a file, such as `web/desk/agenda`; undefined outside of the wings and `web/both`. */
const nounOf = (file: string) => /^web\/(family|desk|both)\/[^/]+(?=\/)/.exec(file)?.[0]

/** The modules that each part of the web must not import. */
const FOREIGN = {
  family: /^web\/(app|desk)\//,
  desk: /^web\/(app|family)\//,
  both: /^web\/(app|family|desk)\//,
}

const lineOf = ({ from, to }: Import) => `${from} imports ${to}`

describe('the folders of the web', () => {
  it.each(Object.entries(FOREIGN))('of %s know nothing of what is not theirs', (wing, foreign) => {
    const own = imports.filter(({ from }) => from.startsWith(`web/${wing}/`))
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter(({ to }) => foreign.test(to)).map(lineOf)).toEqual([])
  })

  it('import each other in no cycle', () => {
    expectNoCircle(imports, nounOf)
  })
})

it.each(['contract', 'domain', 'drizzle', 'machines', 'server', 'workers'])(
  'the folders of %s import each other in no cycle',
  (layer) => {
    expectNoCircle(importsOf(layer), (file) =>
      file.startsWith(`${layer}/`) ? dirname(file) : undefined,
    )
  },
)

describe('queries', () => {
  const queries = globSync('drizzle/queries/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts', '**/events.ts'],
  }).map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }))

  const filesWith = (pattern: RegExp) =>
    queries.filter(({ code }) => pattern.test(code)).map(({ file }) => file)

  it('return rows: server/views turns them into answers', () => {
    expect(filesWith(/\b_id:|toISOString\(|\btoDollars\b/)).toEqual([])
  })

  it('decide nothing: domain writes the events of a change', () => {
    expect(filesWith(/\bappendEvent\b/)).toEqual([])
  })
})

it('server/views has no database: it turns rows into answers', () => {
  const reading = globSync('server/views/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    .flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8')
      return [...code.matchAll(/^(?:import|export)\b(?: (type)\b)?[^']*?'([^']+)'|import\(/gm)].map(
        ([statement, type, path = '']) => ({ file, statement, isType: type !== undefined, path }),
      )
    })
    // Without a connection, a view cannot read anything, whichever functions it calls.
    .filter(
      ({ isType, path }) =>
        path === '' ||
        /drizzle\/(?!queries\/|schema\/)|\/services\.ts$/.test(path) ||
        (path.includes('drizzle/') && !isType),
    )
  expect(reading.map(({ file, statement }) => `${file}: ${statement}`)).toEqual([])
})

it('only server/views makes answers, except for GET /available, which is cached as it is sent', () => {
  const answering = globSync('{domain,server/routes}/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts'],
  }).filter((file) => /\b_id:/.test(readFileSync(join(root, file), 'utf8')))
  expect(answering).toEqual(['domain/availability/availability.ts'])
})

it('code in browsers knows refusals as types: their sentences are the server’s', () => {
  const importing = globSync('{web,machines,contract}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/*.test.{ts,tsx}', '**/*refusals.ts'],
  }).filter((file) =>
    /^(?:import|export) (?!type\b)[^']*'[^']*-?refusals\.ts'/m.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  )
  expect(importing).toEqual([])
})

it('no folder of the product has more than 20 files of one kind', () => {
  const files = globSync('{contract,domain,drizzle,machines,server,web,workers}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/*.test.{ts,tsx}'],
  })
  const large = [...Map.groupBy(files, dirname)].filter(([, { length }]) => length > 20)
  expect(large).toEqual([])
})

describe('days in the web', () => {
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$|testing/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const thatHave = (pattern: RegExp) =>
    sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

  it('are the clinic’s: no screen asks the device for today', () => {
    expect(
      thatHave(
        /new Date\(\)\.|toIsoDate\(new Date|toLocaleDateString|\.get(Date|Day|Month|FullYear|Hours|Minutes)\(\)/,
      ),
    ).toEqual([])
  })

  it('are read from an address with one function', () => {
    // Files that search for a bookable day.
    const others = [
      'web/both/booking/flow/prefetch-calendar.ts',
      'web/both/booking/address/choices-address.ts',
      'web/both/times/prefetch-day.ts',
    ]
    expect(thatHave(/\.get\((DAY_PARAMETER|'(date|close|until)')\)/).sort()).toEqual(others.sort())
  })
})
