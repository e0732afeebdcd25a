import { z } from 'zod'
import { formatWireDate } from '../../../server/contract/dates.ts'
import { closeBooks } from '../books.ts'
import type { Check } from '../check.ts'
import { newLedger } from '../customer.ts'
import { book, bookedIn, codeIn, type Wish, wishes } from '../requests.ts'
import { uidOf, withSite } from '../site.ts'

const RACERS = 200
const CLICKS = 20

const standing = z.object({ booking: z.object({ date: z.string(), slot: z.string() }) })

/** The first time of each of the next days: nobody who has won one is kept from the next. */
function* daysOf(site: Parameters<typeof wishes>[0]): Generator<Wish> {
  let last = ''
  for (const wish of wishes(site)) {
    if (wish.date !== last) yield wish
    last = wish.date
  }
}

export const race: Check = {
  row: 'R1',
  name: `${RACERS} patients want one slot at once, through two processes`,
  goal: 'one has it each time, the others hear so',
  cycles: 50,
  run: (cycles) =>
    withSite(async (site) => {
      const other = await site.anotherApi()
      await Promise.all([site.start(), other.start()])
      const ledger = newLedger()
      const days = daysOf(site)
      let won = 0
      let refused = 0
      for (let round = 0; round < cycles; round += 1) {
        const wish: Wish = days.next().value
        const racers = Array.from({ length: RACERS }, async (_, patient) => {
          const { url } = patient % 2 === 0 ? site : other
          const answer = await book(url, patient, wish)
          const id = bookedIn(answer)
          if (id) {
            won += 1
            ledger.booked.set(id, { ...wish, uid: uidOf(patient) })
          } else if (answer.status === 409 && codeIn(answer) === 'slot_taken') refused += 1
          else ledger.failures.push(`${answer.status} ${JSON.stringify(answer.body)}`)
        })
        await Promise.all(racers)
      }
      const problems = await closeBooks(site, ledger)
      if (won !== cycles) problems.push(`${won} winners in ${cycles} races`)
      return { figure: `${won} booked, ${refused} refused in ${cycles} races`, problems }
    }),
}

export const doubleClicks: Check = {
  row: 'R3',
  name: `a patient books ${CLICKS} times with one click after the other`,
  goal: 'one row; every other answer names it',
  cycles: 20,
  run: (cycles) =>
    withSite(async (site) => {
      await site.start()
      const ledger = newLedger()
      const days = daysOf(site)
      let told = 0
      for (let round = 0; round < cycles; round += 1) {
        const wish: Wish = days.next().value
        const clicks = Array.from({ length: CLICKS }, () => book(site.url, round, wish))
        for (const answer of await Promise.all(clicks)) {
          const id = bookedIn(answer)
          const { booking } = standing.safeParse(answer.body).data ?? {}
          const isThis = booking?.slot === wish.slot && booking.date === formatWireDate(wish.date)
          if (id) ledger.booked.set(id, { ...wish, uid: uidOf(round) })
          else if (codeIn(answer) === 'already_booked' && isThis) told += 1
          else ledger.failures.push(`${answer.status} ${JSON.stringify(answer.body)}`)
        }
      }
      const problems = await closeBooks(site, ledger)
      if (ledger.booked.size !== cycles) problems.push(`${ledger.booked.size} rows`)
      return { figure: `${ledger.booked.size} rows, ${told} told of them`, problems }
    }),
}
