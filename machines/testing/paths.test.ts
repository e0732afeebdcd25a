import { describe, expect, it } from 'vitest'
import { flows } from '../flows.ts'
import { coverage, describePath, leafStates } from './paths.ts'

describe.each(flows)('the paths of the $name machine', ({ machine, paths, states }) => {
  it('reach every state and take every transition', () => {
    const { states, transitions } = coverage(machine, paths())
    expect(states.missed).toEqual([])
    expect(transitions.missed).toEqual([])
  })

  it('know every state by its name', () => {
    expect([...states].sort()).toEqual(leafStates(machine).sort())
  })

  it('have names of their own', () => {
    const names = paths().map(describePath)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})
