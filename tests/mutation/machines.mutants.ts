import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { flows } from '#machines/testing/flows.ts'
import { models } from '#machines/testing/models.ts'
import type { Walk } from '#machines/testing/tours.ts'
import { machineMutants } from './machine-mutants.ts'
import { ENOUGH, reportOf, type Tried } from './report.ts'

// `npm run mutate:flows`: how many changes of the machines the generated walks detect.
it('the walks detect changes of the machines', async () => {
  const tried: Tried[] = []
  for (const { name: flow, machine, walks: tour } of flows) {
    const walks = tour()
    for (const { name, kind, machine: changed } of machineMutants(machine)) {
      tried.push({ flow, name, kind, isDetected: await isDetected(flow, walks, changed) })
    }
  }
  const { text, share, unexplained } = reportOf(tried)
  writeFileSync('machines/MUTATIONS.md', text)
  expect(unexplained).toEqual([])
  expect(share).toBeGreaterThanOrEqual(ENOUGH)
})

async function isDetected(
  flow: string,
  walks: readonly Walk[],
  machine: AnyStateMachine,
): Promise<boolean> {
  for (const walk of walks) {
    try {
      await models[flow]?.(walk, machine)
    } catch {
      return true
    }
  }
  return false
}
