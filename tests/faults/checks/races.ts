import { z } from 'zod'
import { formatWireDate } from '#contract/dates.ts'
import type { Check } from '../check.ts'
import { trial } from '../reconciliation.ts'
import { book, bookedIn, codeIn, type FreeTimes } from '../requests.ts'
import { uidOf } from '../site.ts'

const RACERS = 200
const CLICKS = 20

const standing = z.object({ booking: z.object({ date: z.string(), slot: z.string() }) })

/** The first slot of each of the next days, so that winning one does not prevent the next. */
function* daysOf(free: FreeTimes): FreeTimes {
  for (let last = ''; ; ) {
    const time = free.next().value
    if (time.date !== last) yield time
    last = time.date
  }
}

export const race: Check = {
  row: 'R1',
  name: `${RACERS} patients book one slot at once, through two processes`,
  goal: 'one gets it each time, the others are refused',
  cycles: 50,
  run: (cycles) =>
    trial(async ({ site, ledger, free, problems }) => {
      const other = await site.anotherApi()
      await other.start()
      const days = daysOf(free)
      let refused = 0
      for (let round = 0; round < cycles; round += 1) {
        const time = days.next().value
        const racers = Array.from({ length: RACERS }, async (_, patient) => {
          const { url } = patient % 2 === 0 ? site : other
          const answer = await book(url, patient, time)
          const id = bookedIn(answer)
          if (id) ledger.booked.set(id, { ...time, uid: uidOf(patient) })
          else if (answer.status === 409 && codeIn(answer) === 'slot_taken') refused += 1
          else ledger.failures.push(`${answer.status} ${JSON.stringify(answer.body)}`)
        })
        await Promise.all(racers)
      }
      const won = ledger.booked.size
      if (won !== cycles) problems.push(`${won} winners in ${cycles} races`)
      return `${won} booked, ${refused} refused in ${cycles} races`
    }),
}

export const doubleClicks: Check = {
  row: 'R3',
  name: `a patient clicks ${CLICKS} times`,
  goal: 'one row; every other response names it',
  cycles: 20,
  run: (cycles) =>
    trial(async ({ site, ledger, free, problems }) => {
      const days = daysOf(free)
      let duplicates = 0
      for (let round = 0; round < cycles; round += 1) {
        const time = days.next().value
        const clicks = Array.from({ length: CLICKS }, () => book(site.url, round, time))
        for (const answer of await Promise.all(clicks)) {
          const id = bookedIn(answer)
          const { booking } = standing.safeParse(answer.body).data ?? {}
          const isThis = booking?.slot === time.slot && booking.date === formatWireDate(time.date)
          if (id) ledger.booked.set(id, { ...time, uid: uidOf(round) })
          else if (codeIn(answer) === 'already_booked' && isThis) duplicates += 1
          else ledger.failures.push(`${answer.status} ${JSON.stringify(answer.body)}`)
        }
      }
      if (ledger.booked.size !== cycles) problems.push(`${ledger.booked.size} rows`)
      return `${ledger.booked.size} rows, ${duplicates} refused as duplicates`
    }),
}
