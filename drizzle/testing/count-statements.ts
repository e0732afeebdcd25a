import type { Statement } from 'better-sqlite3'
import { vi } from 'vitest'
import type { Database } from '#drizzle/client.ts'

/** The statements that run on the database meanwhile, with their parameters. */
async function watchStatements({ $client }: Database, work: () => unknown) {
  const prototype = Object.getPrototypeOf($client.prepare('select 1'))
  const spies = (['all', 'get', 'run'] as const).map((name) => vi.spyOn(prototype, name))
  await work()
  const run = spies.flatMap(({ mock }) =>
    mock.calls.map((parameters: unknown[], index: number) => {
      const { source } = mock.contexts[index] as Statement
      return { source, parameters }
    }),
  )
  for (const spy of spies) spy.mockRestore()
  return run
}

/** How many statements run on the database meanwhile. */
export const countStatements = async (db: Database, work: () => unknown): Promise<number> =>
  (await watchStatements(db, work)).length

/** How SQLite runs the statements that read the database meanwhile: the steps of their query plans. */
export async function readQueryPlans(db: Database, work: () => unknown): Promise<string[]> {
  const run = await watchStatements(db, work)
  return run
    .filter(({ source }) => /^\s*(select|with)\b/i.test(source))
    .flatMap(({ source, parameters }) =>
      db.$client
        .prepare<unknown[], { detail: string }>(`explain query plan ${source}`)
        .all(...parameters)
        .map(({ detail }) => detail),
    )
}
