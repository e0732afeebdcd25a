import { and, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { formatSlot } from '../../contract/slots.ts'
import { raiseScheduleVersion } from '../../drizzle/queries/schedule.ts'
import { appointments, treatments, treatmentTimes } from '../../drizzle/schema/index.ts'
import { records, vacate } from './records.ts'

/** A treatment that no other test books, with two slots a day. */
export interface Offer {
  id: string
  name: string
  /** Dollars. */
  price: number
  morning: string
  noon: string
}

const HALF_HOUR = { lengthMinutes: 30 }
const MORNING = { startMinute: 9 * 60, ...HALF_HOUR }
const NOON = { startMinute: 12 * 60, ...HALF_HOUR }

/** Offers the treatment as if it were new: at its first price, every slot of `days` free. */
export function offerAnew(index: number, days: readonly string[]): Offer {
  const offer = {
    id: `walk-${index}`,
    name: `Sleep Advice ${index + 1}`,
    price: 120,
    morning: formatSlot(MORNING),
    noon: formatSlot(NOON),
  }
  const db = records()
  db.insert(treatments)
    .values({
      id: offer.id,
      name: offer.name,
      priceCents: offer.price * 100,
      position: 100 + index,
    })
    .onConflictDoUpdate({ target: treatments.id, set: { priceCents: offer.price * 100 } })
    .run()
  for (const slot of [MORNING, NOON]) {
    db.insert(treatmentTimes)
      .values({ treatmentId: offer.id, ...slot })
      .onConflictDoNothing()
      .run()
  }
  raiseScheduleVersion(db)
  for (const day of days) vacate(day)
  return offer
}

/** The clinic charges that many dollars from now on. */
export function changePrice({ id }: Offer, price: number): void {
  const db = records()
  db.update(treatments)
    .set({ priceCents: price * 100 })
    .where(eq(treatments.id, id))
    .run()
  raiseScheduleVersion(db)
}

/** Books the slot for `uid`, or for somebody who is not known any more. */
export function takeSlot(
  { id, name, price }: Offer,
  day: string,
  slot: string,
  uid?: string,
): void {
  const { startMinute } = slot === formatSlot(MORNING) ? MORNING : NOON
  records()
    .insert(appointments)
    .values({
      id: uuidv7(),
      treatmentId: id,
      treatment: name,
      priceCents: price * 100,
      date: day,
      startMinute,
      ...HALF_HOUR,
      patientUid: uid ?? null,
      patientName: 'Quick Quinn',
      email: 'quinn@example.com',
      phone: '+1 503 555 0101',
      address: '2 Orchard Lane',
      createdAt: new Date(),
    })
    .run()
}

/** The live appointments of a patient on a day. */
export function bookingsOf(uid: string, day: string): (typeof appointments.$inferSelect)[] {
  return records()
    .select()
    .from(appointments)
    .where(
      and(
        eq(appointments.patientUid, uid),
        eq(appointments.date, day),
        eq(appointments.status, 'booked'),
      ),
    )
    .all()
}
