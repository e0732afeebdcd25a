import { expect, test } from 'vitest'
import { dayAfter, weekdayOf } from '#contract/dates.ts'
import { treatmentList } from '#contract/treatments/treatments.ts'
import { appointments, events, notifications } from '#drizzle/schema/index.ts'
import { addChildren, blockOf } from './testing/blocks.ts'
import { signInPatients } from './testing/booking-race.ts'
import { bookingOf, buildTestApp, type TestApp } from './testing/test-app.ts'

/** More with `CONTESTED_BLOCKS=1000`. */
const BLOCKS = Number(process.env.CONTESTED_BLOCKS ?? 60)

/** The number of blocks contested at once. */
const AT_ONCE = 20

/** Four consecutive times for each block, so that blocks do not overlap. */
async function placesOf({ app }: TestApp) {
  const treatments = treatmentList.parse((await app.inject('/services')).json())
  const days = Array.from({ length: 85 }, (_, index) => dayAfter('2027-03-02', index))
  return days
    .filter((day) => weekdayOf(day) % 6 > 0)
    .flatMap((date) =>
      treatments.flatMap(({ name: treatment, price, slots }) =>
        [0, 4, 8, 12].map((first) => ({
          date,
          treatment,
          price,
          slots: slots.slice(first, first + 4),
        })),
      ),
    )
}

test(
  `books all four of a block or none, in ${BLOCKS} races with a sibling block and single bookings`,
  async () => {
    const test = await buildTestApp()
    const { db } = test
    const places = (await placesOf(test)).slice(0, BLOCKS)
    expect(places).toHaveLength(BLOCKS)
    const families = signInPatients(test, BLOCKS * 3)
    const wins = { block: 0, pair: 0, single: 0 }

    async function race(index: number) {
      const place = places[index]
      const [four, two, one] = families.slice(index * 3)
      if (!place || !four || !two || !one) throw new Error('There are too few families.')
      const fourChildren = addChildren(test, four)
      const twoChildren = addChildren(test, two, ['Ida', 'Max'])
      const slot = place.slots[index % 4]
      const requests = [
        () => four.post('/appointment-blocks', blockOf(four, fourChildren, place)),
        () =>
          two.post(
            '/appointment-blocks',
            blockOf(two, twoChildren, { ...place, slots: place.slots.slice(2) }),
          ),
        () => one.post('/appointments', bookingOf(one, { ...place, slots: undefined, slot })),
      ]
      // Each of the three competitors is first in turn.
      const turn = requests.map((_, at) => (at + index) % 3)
      const answers = await Promise.all(turn.map((at) => requests[at]?.()))
      const [block, pair, single] = [0, 1, 2].map((at) => answers[turn.indexOf(at)])
      expect([201, 409]).toContain(block?.statusCode)
      const all = db.select().from(appointments).all()
      const countOf = ({ uid }: { uid: string }) =>
        all.filter(({ patientUid }) => patientUid === uid).length
      expect([four, two, one].map(countOf)).toEqual([
        block?.statusCode === 201 ? 4 : 0,
        pair?.statusCode === 201 ? 2 : 0,
        single?.statusCode === 201 ? 1 : 0,
      ])
      if (block?.statusCode === 201) wins.block += 1
      if (pair?.statusCode === 201) wins.pair += 1
      if (single?.statusCode === 201) wins.single += 1
    }

    for (let first = 0; first < BLOCKS; first += AT_ONCE) {
      const indexes = Array.from(
        { length: Math.min(AT_ONCE, BLOCKS - first) },
        (_, at) => first + at,
      )
      await Promise.all(indexes.map(race))
    }
    const rows = db.select().from(appointments).all()
    expect(rows).toHaveLength(wins.block * 4 + wins.pair * 2 + wins.single)
    const slots = rows.map(({ treatmentId, date, startMinute }) => [treatmentId, date, startMinute])
    expect(new Set(slots.map(String)).size).toBe(rows.length)
    const booked = db.select().from(events).all()
    expect(booked.filter(({ kind }) => kind === 'appointment.booked')).toHaveLength(rows.length)
    const emails = db.select().from(notifications).all()
    expect(emails.filter(({ kind }) => kind === 'booked')).toHaveLength(
      wins.block + wins.pair + wins.single,
    )
    for (const won of Object.values(wins)) expect(won).toBeGreaterThan(0)
    if (process.env.CONTESTED_BLOCKS) console.info(wins)
  },
  60_000 + BLOCKS * 1_000,
)
