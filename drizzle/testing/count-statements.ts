import { vi } from 'vitest'
import type { Database } from '#drizzle/client.ts'

/** How many statements run on the database meanwhile. */
export async function countStatements({ $client }: Database, work: () => unknown): Promise<number> {
  const prototype = Object.getPrototypeOf($client.prepare('select 1'))
  const spies = (['all', 'get', 'run'] as const).map((name) => vi.spyOn(prototype, name))
  await work()
  const calls = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  for (const spy of spies) spy.mockRestore()
  return calls
}
