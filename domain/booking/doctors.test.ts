import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { listAppointments } from '#drizzle/queries/booking/appointments.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/schedule.ts'
import {
  appointments,
  closures,
  doctors,
  doctorTreatments,
  treatments,
} from '#drizzle/schema/index.ts'
import {
  addTreatingDoctor,
  changePrice,
  eventsOf,
  seededDatabase,
} from '#drizzle/testing/seeded-database.ts'
import { book, MOMENT, TUESDAY, WEIGHT_LOSS } from '../testing/booking.ts'

/** A clinic in which Ada gives Allergy Testing, and Benno also Weight Loss. */
function clinicOfTwo() {
  const db = seededDatabase()
  const ada = addTreatingDoctor(db, 'Ada', 'Allergy Testing')
  const benno = addTreatingDoctor(db, 'Benno', 'Allergy Testing', 'Weight Loss')
  return { db, ada, benno }
}

const doctorOf = (outcome: ReturnType<typeof book>) =>
  outcome.outcome === 'booked' ? outcome.appointment.doctorName : outcome.outcome

const LATER = '02:00 PM - 02:30 PM'

describe('a booking of a treatment that doctors give', () => {
  it('books each free doctor once, and is refused when none is left', () => {
    const { db } = clinicOfTwo()
    const patients = ['anna', 'bea', 'cem'].map((uid) => book(db, { uid }))
    expect(patients.map(doctorOf)).toEqual(['Ada', 'Benno', 'slot_taken'])
  })

  it('takes the doctor with the fewest appointments that day, then the first by name', () => {
    const { db } = clinicOfTwo()
    expect(doctorOf(book(db, { uid: 'anna' }))).toBe('Ada')
    expect(doctorOf(book(db, { uid: 'bea', slot: LATER }))).toBe('Benno')
    expect(doctorOf(book(db, { uid: 'cem', slot: '03:00 PM - 03:30 PM' }))).toBe('Ada')
    expect(doctorOf(book(db, { uid: 'dora', date: '2027-03-03' }))).toBe('Ada')
  })

  it('books the chosen doctor and names them in the event', () => {
    const { db, benno } = clinicOfTwo()
    const booked = book(db, { doctor: benno })
    expect(doctorOf(booked)).toBe('Benno')
    const [row] = db.select().from(appointments).all()
    expect(eventsOf(db, row?.id ?? '')[0]?.data).toMatchObject({ doctorId: benno })
    expect(doctorOf(book(db, { uid: 'bea', doctor: benno }))).toBe('slot_taken')
    expect(doctorOf(book(db, { uid: 'bea' }))).toBe('Ada')
  })

  it('offers other times of the chosen doctor', () => {
    const { db, ada } = clinicOfTwo()
    for (const [uid, slot] of [
      ['anna', '09:00 AM - 09:30 AM'],
      ['bea', '09:30 AM - 10:00 AM'],
    ] as const) {
      book(db, { uid, slot, doctor: ada })
    }
    expect(book(db, { uid: 'cem', doctor: ada })).toMatchObject({
      outcome: 'slot_taken',
      alternatives: [{ startMinute: 600 }, { startMinute: 630 }, { startMinute: 660 }],
    })
  })

  it('is refused with a doctor who does not give it', () => {
    const { db, ada } = clinicOfTwo()
    const chosen = { ...WEIGHT_LOSS, doctor: ada }
    expect(book(db, chosen)).toEqual({ outcome: 'unknown_doctor' })
    db.delete(doctorTreatments).run()
    expect(book(db, { doctor: ada })).toEqual({ outcome: 'unknown_doctor' })
  })

  it('is refused while every doctor is away', () => {
    const db = seededDatabase()
    const ada = addTreatingDoctor(db, 'Ada', 'Allergy Testing')
    const away = { fromDate: TUESDAY, toDate: TUESDAY, toMinute: 12 * 60, reason: 'Conference' }
    db.insert(closures)
      .values({ id: 'away', doctorId: ada, ...away })
      .run()
    expect(book(db)).toEqual({ outcome: 'slot_not_offered' })
    expect(doctorOf(book(db, { slot: LATER }))).toBe('Ada')
  })
})

it('books one doctor for one of two treatments at 09:00', () => {
  const db = seededDatabase()
  addTreatingDoctor(db, 'Ada', 'Allergy Testing', 'Weight Loss')
  expect(doctorOf(book(db))).toBe('Ada')
  expect(doctorOf(book(db, { uid: 'bea', ...WEIGHT_LOSS }))).toBe('slot_taken')
  expect(doctorOf(book(db, { uid: 'bea', ...WEIGHT_LOSS, slot: LATER }))).toBe('Ada')
})

it('needs six doctors for six treatments at the same time', () => {
  const db = seededDatabase()
  const offered = listOfferedTreatments(db)
  const treatments = offered.map(({ name }) => name)
  const five = ['Ada', 'Benno', 'Cleo', 'Dilek', 'Emil']
  for (const name of five) addTreatingDoctor(db, name, ...treatments)
  const bookAll = () =>
    offered.map(({ name, prices }, index) =>
      doctorOf(
        book(db, { uid: `patient-${index}`, treatment: name, priceCents: prices[0]?.priceCents }),
      ),
    )
  expect(bookAll()).toEqual([...five, 'slot_taken'])
  addTreatingDoctor(db, 'Fatou', treatments.at(-1) ?? '')
  expect(bookAll().at(-1)).toBe('Fatou')
})

it('counts appointments from the time before the treatment had doctors', () => {
  const db = seededDatabase()
  book(db)
  addTreatingDoctor(db, 'Ada', 'Allergy Testing')
  expect(doctorOf(book(db, { uid: 'bea' }))).toBe('slot_taken')
  addTreatingDoctor(db, 'Benno', 'Allergy Testing')
  expect(doctorOf(book(db, { uid: 'bea' }))).toBe('Benno')
  expect(doctorOf(book(db, { uid: 'cem' }))).toBe('slot_taken')
})

it('counts appointments with former doctors of a treatment without doctors', () => {
  const db = seededDatabase()
  addTreatingDoctor(db, 'Ada', 'Allergy Testing')
  book(db)
  db.delete(doctors).where(eq(doctors.name, 'Ada')).run()
  db.update(treatments).set({ needsDoctor: false }).run()
  expect(doctorOf(book(db, { uid: 'bea' }))).toBe('slot_taken')
  expect(doctorOf(book(db, { uid: 'bea', slot: LATER }))).toBeNull()
})

it('costs the price on its own day, and keeps it when prices change', () => {
  const db = seededDatabase()
  const moment = { ...MOMENT, today: '2026-12-21', lastDay: '2027-01-31' }
  const priceOf = (uid: string, date: string) => {
    const outcome = book(db, { uid, date }, moment)
    if (outcome.outcome === 'price_changed') return outcome.priceCents
    return outcome.outcome === 'booked' ? outcome.appointment.priceCents : outcome.outcome
  }
  expect(priceOf('anna', '2027-01-05')).toBe(110_00)
  changePrice(db, 'Allergy Testing', { validFrom: '2027-01-01', priceCents: 125_00 })
  expect(priceOf('bea', '2026-12-31')).toBe(110_00)
  expect(priceOf('bea', '2027-01-04')).toBe(125_00)
  expect(listAppointments(db, 'anna')).toMatchObject([{ priceCents: 110_00, paid: false }])
})
