import { expect } from 'vitest'
import { Crash, crashAt } from './crash.ts'

/** What the process works with. */
type Killable = Parameters<typeof crashAt>[0]

/** What happens, in order; each step can be repeated. */
export type Steps = (() => Promise<unknown>)[]

/** A call whose response is lost because the process is killed. */
export async function answered(answer: Promise<{ statusCode: number }>): Promise<void> {
  const { statusCode } = await answer
  if (statusCode === 500) throw new Crash()
}

/** Takes the steps; returns the remaining ones, including the one during which the process was killed. */
export async function take(all: Steps): Promise<Steps> {
  for (const [index, step] of all.entries()) {
    try {
      await step()
    } catch (error) {
      if (error instanceof Crash) return all.slice(index)
      throw error
    }
  }
  return []
}

/**
 * Takes the steps once for each point at which the process can be killed, of which there must be at least
 * `least`; `finish` takes the remaining steps after the restart.
 */
export async function killEverywhere<Test extends Killable>(
  build: () => Promise<Test>,
  stepsOf: (test: Test) => Steps,
  { least, finish }: { least: number; finish: (test: Test, rest: Steps) => Promise<void> },
): Promise<void> {
  const whole = await build()
  const { passed } = crashAt(whole, 0)
  await take(stepsOf(whole))
  const points = passed()
  expect(points).toBeGreaterThanOrEqual(least)
  for (let fatal = 1; fatal <= points; fatal++) {
    const test = await build()
    const crash = crashAt(test, fatal)
    const rest = await take(stepsOf(test))
    expect(rest.length).toBeGreaterThan(0)
    crash.restart()
    await finish(test, rest)
  }
}
