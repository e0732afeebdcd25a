import { describe, expect, it } from 'vitest'
import { createMachine, initialTransition, transition } from 'xstate'
import { machineMutants } from './machine-mutants.ts'
import { reportOf } from './report.ts'

const lamp = createMachine({
  id: 'lamp',
  initial: 'off',
  states: {
    off: { on: { press: { guard: 'hasPower', target: 'on', actions: 'hum' } } },
    on: { on: { press: 'off' }, after: { 1000: 'broken' } },
    broken: { always: { guard: 'isMended', target: 'off' } },
  },
}).provide({ guards: { hasPower: () => true, isMended: () => false } })

describe('the mutants of a machine', () => {
  const mutants = new Map(machineMutants(lamp).map(({ name, machine }) => [name, machine]))
  const press = (name: string) => {
    const machine = mutants.get(name)
    if (!machine) throw new Error(`There is no mutant ${name}`)
    const [start] = initialTransition(machine)
    const [next, actions] = transition(machine, start, { type: 'press' })
    // Timers are actions of XState, too.
    const own = actions.map(({ type }) => type).filter((type) => !type.startsWith('xstate.'))
    return { value: next.value, actions: own }
  }

  it('change every part of the machine, one at a time', () => {
    expect([...mutants.keys()]).toEqual([
      'the machine: begins in on',
      'the machine: begins in broken',
      'off: press → on: dropped',
      'off: press → on: to lamp.broken',
      'off: press → on: stays',
      'off: press → on: guard dropped',
      'off: press → on: guard negated',
      'off: press → on: action hum dropped',
      'on: press → off: dropped',
      'on: press → off: to lamp.on',
      'on: press → off: stays',
      'on: after 1000 → broken: dropped',
      'on: after 1000 → broken: to lamp.off',
      'on: after 1000 → broken: stays',
      'broken: always → off: dropped',
      'broken: always → off: to lamp.on',
      'broken: always → off: stays',
      'broken: always → off: guard dropped',
      'broken: always → off: guard negated',
    ])
  })

  it('behave as their names say', () => {
    const asItIs = transition(lamp, initialTransition(lamp)[0], { type: 'press' })[0].value
    expect(asItIs).toBe('on')
    expect(press('off: press → on: dropped').value).toBe('off')
    expect(press('off: press → on: to lamp.broken').value).toBe('broken')
    expect(press('off: press → on: stays')).toEqual({ value: 'off', actions: ['hum'] })
    expect(press('off: press → on: guard negated').value).toBe('off')
    expect(press('off: press → on: action hum dropped')).toEqual({ value: 'on', actions: [] })
    expect(press('the machine: begins in on').value).toBe('off')
    expect(press('broken: always → off: guard negated').value).toBe('on')
  })
})

describe('the report', () => {
  const found = (name: string, isDetected: boolean) =>
    ({ flow: 'lamp', name, kind: 'target swapped', isDetected }) as const

  it('counts detected mutants, and names undetected ones without an explanation', () => {
    const { share, unexplained, text } = reportOf([
      found('off: press: to on', true),
      found('on: press: stays', false),
      found('paid: begins in earlier', false),
    ])
    expect(share).toBe(1 / 3)
    expect(unexplained).toEqual(['lamp: on: press: stays'])
    expect(text).toContain('| target swapped | 1 of 3 | 1 of 3 |')
    expect(text).toContain('* lamp: `on: press: stays`')
  })
})
