import type { Database } from '../client.ts'

/**
 * Calls `end` before the nth statement of this process from now on, counting those that begin and end
 * transactions. For crash tests.
 * @param fatal 0: never
 * @returns how many statements have run, and a function that stops counting
 */
export function endBeforeStatement(
  { $client }: Pick<Database, '$client'>,
  fatal: number,
  end: () => void,
): { passed: () => number; restore: () => void } {
  const statements = Object.getPrototypeOf($client.prepare('select 1'))
  const methods = ['run', 'get', 'all'] as const
  const real = Object.fromEntries(methods.map((method) => [method, statements[method]]))
  let passed = 0
  for (const method of methods) {
    statements[method] = function (...parameters: unknown[]) {
      passed += 1
      if (passed === fatal) end()
      return real[method].apply(this, parameters)
    }
  }
  return { passed: () => passed, restore: () => Object.assign(statements, real) }
}
