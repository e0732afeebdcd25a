import { describe, expect, it } from 'vitest'
import { flows } from '../flows.ts'
import { unreached } from '../graph.ts'
import { models } from './models.ts'

describe.each(flows)('the walks of the $name machine', ({ name, machine, walks }) => {
  it('have a model', () => {
    expect(models[name]).toBeDefined()
  })

  it.each(['edge', 'definition'] as const)('take every state and transition, by %s', (each) => {
    expect(unreached(machine, walks({ each }))).toEqual({ states: [], transitions: [] })
  })

  for (const walk of walks()) {
    it(`find what the machine has to know in each state: ${walk.name}`, async () => {
      await models[name]?.(walk)
    })
  }
})
