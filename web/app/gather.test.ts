import { describe, expect, it } from 'vitest'
import { gather } from './gather.ts'

const clinic = { today: '2026-06-05', nextDayIn: 5_000, lastDay: '2026-07-30', closures: [] }
const treatments = [{ _id: '1', name: 'Weight Loss', slots: [], price: 80 }]

/** The API's answers, and what it was asked. */
function api(config: object = clinic) {
  const calls: string[] = []
  const ask = async (call: string) => {
    calls.push(call)
    if (call.startsWith('/available')) return treatments
    return {
      clinic: config,
      identity: { mode: 'emulator', apiKey: 'key', authDomain: 'localhost', projectId: 'sprout' },
      payments: { publishableKey: 'pk_test' },
    }
  }
  return { calls, ask }
}

const nothing = new URLSearchParams()

describe('what the appointment page is drawn from', () => {
  it('is the calendar and the treatments of its first day, the same for a whole day', async () => {
    const { calls, ask } = api()
    const given = await gather('/appointment', nothing, ask)
    const { today, lastDay, closures } = clinic
    const first = { day: today, treatments }
    expect(given).toEqual({ booking: { calendar: { today, lastDay, closures }, first } })
    expect(calls).toEqual(['/config', '/available?date=2026-06-05'])
    expect(await gather('/appointment', nothing, api({ ...clinic, nextDayIn: 4 }).ask)).toEqual(
      given,
    )
  })

  it('is the calendar alone when no day can be booked', async () => {
    const { calls, ask } = api({ ...clinic, today: '2026-06-06', lastDay: '2026-06-07' })
    expect(await gather('/appointment', nothing, ask)).toMatchObject({
      booking: { first: null },
    })
    expect(calls).toEqual(['/config'])
  })

  it('is nothing where the address asks for a day, which the browser shows', async () => {
    const { calls, ask } = api()
    expect(await gather('/appointment', new URLSearchParams('date=2026-06-09'), ask)).toBeNull()
    expect(calls).toEqual([])
  })

  it('has to be what the API promises', async () => {
    await expect(gather('/doctors', nothing, async () => [{ name: 1 }])).rejects.toThrow()
  })
})
