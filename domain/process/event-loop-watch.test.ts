import { expect, it } from 'vitest'
import { type Overload, watchEventLoop } from './event-loop-watch.ts'

function setUp() {
  let at = 0
  let computedMs = 0
  const alarms: Overload[] = []
  const watch = watchEventLoop({
    now: () => at,
    computed: () => computedMs,
    onOverload: (overload) => alarms.push(overload),
  })
  /** Advances the time without measurements, as while the thread computes. */
  const block = (ms: number) => {
    at += ms
  }
  /** Runs turns of the event loop, with a measurement each. */
  const turn = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      at += 100
      watch.measure()
    }
  }
  /** Makes a call that computes for `ms`. */
  const compute = (name: string, ms: number) => {
    const end = watch.begin(name)
    block(ms)
    computedMs += ms
    end()
    watch.measure()
  }
  return { watch, alarms, block, turn, compute }
}

it('raises one alarm that names a call that computes for 5 seconds', () => {
  const { watch, alarms, turn, compute } = setUp()
  turn(1_000)
  compute('GET /services', 90)
  compute('DELETE /schedule/closures/:id', 7_200)
  expect(alarms).toEqual([
    { delayMs: 7_100, work: [{ name: 'DELETE /schedule/closures/:id', ms: 7_200 }] },
  ])
  expect(watch.isOverloaded()).toBe(true)
  turn(1_000)
  expect(watch.isOverloaded()).toBe(false)
})

it('adds up calls that are delayed repeatedly, and names the longest first', () => {
  const { alarms, turn, compute } = setUp()
  for (let round = 0; round < 8; round += 1) {
    compute('GET /waitlist', 400)
    compute('waitlist.pass_on', 310)
    turn(100)
  }
  expect(alarms).toHaveLength(1)
  expect(alarms[0]?.work.map(({ name }) => name)).toEqual(['GET /waitlist', 'waitlist.pass_on'])
})

it('ignores delays that are short, few, or over before 5 seconds', () => {
  const { watch, alarms, turn, compute } = setUp()
  for (let round = 0; round < 100; round += 1) compute('GET /agenda', 300)
  compute('GET /agenda', 4_900)
  for (let round = 0; round < 20; round += 1) {
    turn(1_000)
    compute('GET /agenda', 900)
  }
  expect(alarms).toEqual([])
  expect(watch.isOverloaded()).toBe(false)
})

it('does not attribute earlier delays to a call that came later', () => {
  const { watch, alarms, block } = setUp()
  const endJob = watch.begin('insights.compare')
  block(6_000)
  const endCall = watch.begin('GET /services')
  block(5)
  endCall()
  endJob()
  watch.measure()
  expect(alarms[0]?.work).toEqual([
    { name: 'insights.compare', ms: 6_005 },
    { name: 'GET /services', ms: 5 },
  ])
})

it('raises the next alarm only after 30 seconds without delays', () => {
  const { alarms, turn, compute } = setUp()
  compute('GET /audit', 6_000)
  turn(2_000)
  compute('GET /audit', 6_000)
  expect(alarms).toHaveLength(1)
  turn(30_000)
  compute('GET /audit', 6_000)
  expect(alarms).toHaveLength(2)
})

it('is not overloaded if the machine withholds CPU time, and reports the delay', () => {
  const { watch, alarms, block, compute } = setUp()
  compute('GET /agenda', 2_000)
  block(6_000)
  watch.measure()
  expect(alarms).toHaveLength(1)
  expect(watch.isOverloaded()).toBe(false)
  compute('GET /agenda', 5_000)
  expect(watch.isOverloaded()).toBe(true)
})
