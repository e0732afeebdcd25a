import { describe, expect, it } from 'vitest'
import { unreached } from '../graph.ts'
import { flows } from './flows.ts'
import { models } from './models.ts'

describe.each(flows)('the walks of the $name machine', ({ name, machine, walks, outside = [] }) => {
  it('have a model', () => {
    expect(models[name]).toBeDefined()
  })

  it.each(['edge', 'definition'] as const)('take every state and transition, by %s', (each) => {
    const { states, transitions } = unreached(machine, walks({ each }))
    expect({ states, transitions }).toEqual({ states: [], transitions: outside })
  })

  it('visit every state in few steps', () => {
    expect(unreached(machine, walks({ each: 'state' })).states).toEqual([])
  })

  for (const walk of walks()) {
    it(`find what the machine has to know in each state: ${walk.name}`, async () => {
      await models[name]?.(walk)
    })
  }
})
