import { describe, expect, it } from 'vitest'
import { createMachine, initialTransition, transition } from 'xstate'
import { machineMutants } from '../tests/mutation/machine-mutants.ts'
import { reportOf } from '../tests/mutation/report.ts'
import { instrument } from '../tests/mutation/screen-mutants.ts'

const lamp = createMachine({
  id: 'lamp',
  initial: 'off',
  states: {
    off: { on: { press: { guard: 'hasPower', target: 'on', actions: 'hum' } } },
    on: { on: { press: 'off' }, after: { 1000: 'broken' } },
    broken: {},
  },
}).provide({ guards: { hasPower: () => true } })

describe('the mutants of a machine', () => {
  const mutants = new Map(machineMutants(lamp).map(({ name, machine }) => [name, machine]))
  const press = (name: string) => {
    const machine = mutants.get(name)
    if (!machine) throw new Error(`There is no mutant ${name}`)
    const [start] = initialTransition(machine)
    const [next, actions] = transition(machine, start, { type: 'press' })
    // Timers are actions, too.
    const own = actions.map(({ type }) => type).filter((type) => !type.startsWith('xstate.'))
    return { value: next.value, actions: own }
  }

  it('are every part of it, changed one at a time', () => {
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
    ])
  })

  it('do what their names say', () => {
    const asItIs = transition(lamp, initialTransition(lamp)[0], { type: 'press' })[0].value
    expect(asItIs).toBe('on')
    expect(press('off: press → on: dropped').value).toBe('off')
    expect(press('off: press → on: to lamp.broken').value).toBe('broken')
    expect(press('off: press → on: stays')).toEqual({ value: 'off', actions: ['hum'] })
    expect(press('off: press → on: guard negated').value).toBe('off')
    expect(press('off: press → on: action hum dropped')).toEqual({ value: 'on', actions: [] })
    expect(press('the machine: begins in on').value).toBe('off')
  })
})

describe('the mutants of a screen', () => {
  const source = `
export function Lamp({ isOn, onPress }) {
  useEffect(() => { announce(isOn) })
  return (
    <button className="lamp" disabled={!isOn} onClick={onPress} title="The lamp">
      {isOn ? 'It is on' : null} Press
    </button>
  )
}
`
  const { code, mutants } = instrument('web/lamp.tsx', source)

  it('are its words, conditions, handlers and calls', () => {
    expect(mutants.map(({ name }) => name.replace('web/lamp.tsx: ', ''))).toEqual([
      'call useEffect(() => { announce(isOn) }) dropped',
      'call announce(isOn) dropped',
      'disabled={!isOn} dropped',
      'handler onClick dropped',
      'title "The lamp" wrong',
      'condition isOn negated',
      'text “It is on” wrong',
      'text “Press” wrong',
    ])
  })

  it('are all in one source, each behind its switch', () => {
    expect(
      mutants.every(({ id }) => code.includes(`globalThis.$mutant(${JSON.stringify(id)})`)),
    ).toBe(true)
    expect(code).toContain('className="lamp"')
  })
})

describe('the report', () => {
  const found = (name: string, killedBy: 'machine' | 'screens' | null, isReached = true) =>
    ({
      name,
      of: name.startsWith('web/') ? 'screens' : 'machine',
      kind: name.replace(/^.*: (text )?/, ''),
      killedBy,
      isReached,
    }) as const

  it('counts what was noticed, and leaves out screens that no walk shows', () => {
    const { shares, unexplained, text } = reportOf([
      {
        flow: 'lamp',
        seconds: 1,
        isFinished: true,
        isPart: false,
        found: [
          found('off: dropped', 'machine'),
          found('on: dropped', null),
          found('broken: dropped', 'screens'),
          found('web/lamp.tsx: text wrong', 'screens'),
          found('web/lamp.tsx: call dropped', null, false),
          found('web/attic.tsx: text wrong', null, false),
        ],
      },
    ])
    expect(shares).toEqual({ machine: 2 / 3, screens: 1 / 2 })
    expect(unexplained).toEqual(['on: dropped', 'web/lamp.tsx: call dropped'])
    expect(text).toContain('| dropped | 2 of 3 | 2 of 3 |')
    expect(text).toContain('| of these by the machine alone | 1 | 1 |')
    expect(text).toContain('| wrong | 1 of 1 | 1 of 1 |')
    expect(text).toContain('* lamp: `on: dropped`')
    expect(text).not.toContain('attic')
  })
})
