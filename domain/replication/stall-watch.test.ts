import { minutesToMilliseconds } from 'date-fns/minutesToMilliseconds'
import { describe, expect, it } from 'vitest'
import { createStallWatch } from './stall-watch.ts'

/** The minutes at which Litestream is restarted. */
function restarts(progressAt: (minute: number) => { isComplete?: boolean; position?: string }) {
  const isStalled = createStallWatch(0)
  const minutes = Array.from({ length: 24 * 60 }, (_, minute) => minute)
  return minutes.filter((minute) => {
    const progress = { isComplete: false, position: '0', ...progressAt(minute) }
    return isStalled(progress, minutesToMilliseconds(minute))
  })
}

describe('Litestream is restarted', () => {
  it('never while the copy is complete or advances', () => {
    expect(restarts(() => ({ isComplete: true }))).toEqual([])
    expect(restarts((minute) => ({ position: String(minute) }))).toEqual([])
  })

  it('two minutes after the copy has stopped, and then at growing intervals', () => {
    const minutes = restarts((minute) => ({ isComplete: minute < 100 }))
    const waited = minutes.map((minute, index) => minute - (minutes[index - 1] ?? 99))
    expect(waited.slice(0, 7)).toEqual([2, 4, 8, 16, 32, 60, 60])
  })

  it('as soon as the first time once the copy was complete again', () => {
    const minutes = restarts((minute) => ({ isComplete: minute % 100 === 0 }))
    expect(minutes.filter((minute) => minute > 1_000 && minute < 1_100)).toEqual([
      1_002, 1_006, 1_014, 1_030, 1_062,
    ])
  })
})
