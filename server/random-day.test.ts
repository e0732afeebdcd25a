import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeskAttendance } from '#contract/booking/appointments.ts'
import { type Agenda, type AgendaEntry, undoneAttendance } from '#contract/front-desk/agenda.ts'
import type { Closing } from '#contract/front-desk/cash-payments.ts'
import type { AbsencePreview, AbsenceResult } from '#contract/schedule/absences.ts'
import { attendanceOf } from '#domain/front-desk/attendance.ts'
import { changeCheckUpPlan } from '#domain/next-visits/check-up-plan.ts'
import { BY_ADMIN } from '#domain/testing/booking.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { findNextVisitErrors } from '#drizzle/checks/next-visits.ts'
import { appointmentNotes, appointments, tickets, treatments } from '#drizzle/schema/index.ts'
import { addTreatingDoctor, allOf } from '#drizzle/testing/seeded-database.ts'
import { addChildren } from './testing/blocks.ts'
import { book, readAppointment } from './testing/paying.ts'
import { weighted } from './testing/random-model.ts'
import {
  buildTestApp,
  deskBookingOf,
  type Session,
  signIn,
  signInDoctor,
  signInStaff,
  type TestApp,
  TUESDAY,
} from './testing/test-app.ts'

// A day with three desks and a doctor. Each desk acts on the state that it last saw, so many of its calls
// are refused. A model records the accepted ones, and must equal the database at the end.

const DAY = '2027-03-02'
const NOON = new Date('2027-03-02T17:00:00Z')
const SLOTS = [
  '09:00 AM - 09:30 AM',
  '10:00 AM - 10:30 AM',
  '02:00 PM - 02:30 PM',
  '03:00 PM - 03:30 PM',
]
const PRICE = 110

const STEPS = {
  arrive: 'arrived',
  enter: 'in_room',
  complete: 'completed',
  miss: 'no_show',
} as const

const action = fc.record({
  kind: weighted({
    arrive: 2,
    enter: 1,
    complete: 1,
    miss: 1,
    undo: 1,
    pay: 2,
    refund: 1,
    note: 1,
    move: 1,
    cancel: 1,
    'complete by doctor': 1,
    look: 2,
    ill: 1,
    squeeze: 2,
    'ask next': 2,
    'withdraw next': 1,
  }),
  desk: fc.constantFrom(0, 1, 2),
  visit: fc.nat(11),
  pick: fc.nat(3),
})
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

interface Visit {
  attendance: DeskAttendance
  paid: boolean
  isBooked: boolean
  doctor: string
  notes: string[]
}

const newVisit = (doctor: string): Visit => ({
  attendance: 'expected',
  paid: false,
  isBooked: true,
  doctor,
  notes: [],
})

async function openDay() {
  const api = await buildTestApp()
  const doctors = [
    addTreatingDoctor(api.db, 'Ada', 'Allergy Testing'),
    addTreatingDoctor(api.db, 'Benno', 'Allergy Testing'),
  ] as const
  const model = new Map<string, Visit>()
  for (const [index, slot] of SLOTS.entries()) {
    for (const doctor of doctors) {
      const family = await signIn(api, `family${index}${doctor}@example.com`)
      const [child = ''] = addChildren(api, family, ['Mia'])
      const id = await book(api, family, { date: TUESDAY, slot, doctor, child })
      model.set(id, newVisit(doctor))
    }
  }
  const desks = [
    await signInStaff(api, 'rita@example.com'),
    await signInStaff(api, 'sam@example.com'),
    await signInStaff(api, 'tara@example.com'),
  ] as const
  const ada = await signInDoctor(doctors[0])(api)
  // Callers on the phone who become extra patients.
  const callers: string[] = []
  for (const name of ['Zoe', 'Yuri', 'Xenia', 'Wim']) {
    const payload = { name, phone: '(503) 555-0142', email: '' }
    const answer = await desks[0].post('/families', payload)
    callers.push(answer.json()._id)
  }
  askForMissed(api)
  api.setTime(NOON)
  return { api, doctors, desks, ada, callers, model }
}

/** Switches on a check-up plan with the treatment of the day, so that no-shows ask the families again. */
function askForMissed({ db }: TestApp) {
  const treatment = allOf(db, treatments).find(({ name }) => name === 'Allergy Testing')?.id ?? ''
  const rows = [{ ageMonths: 84, fromDays: 0, toDays: 300, treatment }]
  const plan = { isOn: true, isAutomatic: false, hasNoPastVisits: true, rows, version: 0 }
  expect(changeCheckUpPlan(db, plan, BY_ADMIN)).toBeUndefined()
}

type Day = Awaited<ReturnType<typeof openDay>>

function actOn({ api, doctors, desks, ada, callers, model }: Day) {
  const screens: Map<string, AgendaEntry>[] = desks.map(() => new Map())
  const accepted = { steps: 0, taken: 0, returned: 0 }
  const visitOf = (id: string) => model.get(id) as Visit

  /** Money that has to be handed back. */
  function cancel(visit: Visit) {
    visit.isBooked = false
    visit.paid = false
  }

  async function look(desk: Action['desk']) {
    const { entries } = (await desks[desk].get(`/agenda?date=${DAY}`)).json<Agenda>()
    screens[desk] = new Map(entries.map((entry) => [entry._id, entry]))
  }

  function step(visit: Visit, to: DeskAttendance) {
    accepted.steps += 1
    visit.attendance = to
  }

  /** A canceled patient who is here leaves the room, then the clinic. */
  function leave(visit: Visit) {
    if (visit.attendance === 'in_room') step(visit, 'arrived')
    if (visit.attendance === 'arrived') step(visit, 'expected')
  }

  async function change({ kind, desk, visit: place, pick }: Action) {
    const session = desks[desk]
    if (kind === 'look') return look(desk)
    if (kind === 'squeeze') return squeeze(session, place, pick)
    const ids = [...model.keys()]
    const id = ids[place % ids.length] ?? ''
    const visit = visitOf(id)
    if (kind === 'complete by doctor') {
      const row = readAppointment(api.db, id)
      const payload = { version: row.version, completed: true }
      const answer = await ada.put(`/my-day/${id}/attendance`, payload)
      const isOwn = visit.isBooked && visit.doctor === doctors[0] && row.date === DAY
      expect(answer.statusCode === 404).toBe(!(visit.isBooked && visit.doctor === doctors[0]))
      if (answer.statusCode === 200) {
        expect(isOwn).toBe(true)
        step(visit, 'completed')
      }
      return
    }
    if (kind === 'ill') return beIll(session, pick)
    if (kind === 'ask next') {
      const around = ['2027-04-13', '2027-05-11'][pick % 2]
      await session.post('/tickets', { appointment: id, around })
      return
    }
    if (kind === 'withdraw next') {
      const ticket = allOf(api.db, tickets)[pick]
      if (ticket) await session.delete(`/tickets/${ticket.id}`)
      return
    }
    const seen = screens[desk]?.get(id)
    if (!seen) return
    const { version } = seen
    if (kind === 'note') {
      const note = `Note ${visit.notes.length} of desk ${desk}`
      const payload = { version: seen.noteVersion, note }
      const answer = await session.put(`/agenda/${id}/note`, payload)
      if (answer.statusCode === 200) visit.notes.push(note)
    } else if (kind === 'pay') {
      const payload = { version, method: pick === 0 ? 'terminal' : 'cash' }
      const answer = await session.post(`/agenda/${id}/payment`, payload)
      if (answer.statusCode !== 200) return
      expect(visit.paid).toBe(false)
      visit.paid = true
      accepted.taken += PRICE
    } else if (kind === 'refund') {
      const payload = { version, reason: 'Mistake' }
      const answer = await session.post(`/agenda/${id}/refund`, payload)
      if (answer.statusCode !== 200) return
      expect(visit.paid).toBe(true)
      visit.paid = false
      accepted.returned += PRICE
    } else if (kind === 'move') {
      const payload = { version, date: '2027-03-04', slot: SLOTS[pick] }
      const answer = await session.post(`/appointments/${id}/move`, payload)
      if (answer.statusCode !== 200) return
      expect(visit.attendance).toBe('expected')
      visit.doctor = readAppointment(api.db, id).doctorId ?? ''
    } else if (kind === 'cancel') {
      const payload = { version, refund: visit.paid ? PRICE : 0, byClinic: true }
      const answer = await session.post(`/appointments/${id}/cancel`, payload)
      if (answer.statusCode === 200) cancel(visit)
    } else {
      const to = kind === 'undo' ? undoneAttendance(seen) : STEPS[kind as keyof typeof STEPS]
      if (!to) return
      const payload = { version, attendance: to, early: true }
      const answer = await session.put(`/agenda/${id}/attendance`, payload)
      if (answer.statusCode === 200) step(visit, to)
    }
  }

  /** Adds a caller as an extra patient: at most one beside each patient, and each caller once. */
  async function squeeze(session: Session, place: number, pick: number) {
    const doctor = doctors[place % 2] ?? ''
    const asked = { date: TUESDAY, slot: SLOTS[2 + (place % 4 > 1 ? 1 : 0)], doctor }
    const payload = { ...deskBookingOf(asked), squeeze: true, reason: 'Fever' }
    const answer = await session.post(`/families/${callers[pick]}/appointments`, payload)
    if (answer.statusCode !== 201) return
    const { _id } = answer.json<{ booking: { _id: string } }>().booking
    model.set(_id, newVisit(doctor))
    const rows = allOf(api.db, appointments)
    const row = rows.find(({ id }) => id === _id)
    const beside = rows.filter(
      (other) =>
        other.status === 'booked' &&
        other.doctorId === doctor &&
        other.date === DAY &&
        other.startMinute === row?.startMinute,
    )
    expect(beside.map(({ squeezed }) => squeezed).sort()).toEqual([false, true])
  }

  /** Ada is ill from now on: her patients are handed over, canceled, or left for later. */
  async function beIll(session: Session, pick: number) {
    const draft = { doctor: doctors[0], fromMinute: 12 * 60 }
    const list = (await session.post('/absences/preview', draft)).json<AbsencePreview>()
    const decisions = list.appointments.map(({ _id, version, handOver }, index) => {
      if (handOver && pick % 2 === 0) {
        const { _id: doctor, slot } = handOver
        return { _id, version, action: 'hand_over', doctor, slot }
      }
      return { _id, version, action: (index + pick) % 3 === 0 ? 'cancel' : 'later' }
    })
    const payload = { ...draft, reason: 'Ill', fingerprint: list.fingerprint, decisions }
    const answer = await session.post('/absences', payload)
    expect(answer.statusCode).toBe(200)
    for (const { appointment, outcome } of answer.json<AbsenceResult>().results) {
      const visit = visitOf(appointment._id)
      expect(outcome).not.toBe('failed')
      if (outcome === 'handed_over') visit.doctor = doctors[1]
      if (outcome === 'cancelled') {
        leave(visit)
        cancel(visit)
      }
    }
  }
  return { change, look, accepted }
}

test('a random day of three desks and a doctor loses nothing and does nothing twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 40, maxLength: 70 }), async (actions) => {
      const day = await openDay()
      const { change, look, accepted } = actOn(day)
      for (const desk of [0, 1, 2] as const) await look(desk)
      for (const each of actions) await change(each)

      const { api, desks, model } = day
      const rows = allOf(api.db, appointments)
      const notes = Map.groupBy(allOf(api.db, appointmentNotes), (row) => row.appointmentId)
      for (const row of rows) {
        expect({
          attendance: attendanceOf(row),
          isBooked: row.status === 'booked',
          doctor: row.doctorId,
          paid: row.paid,
          notes: (notes.get(row.id) ?? []).map(({ note }) => note),
        }).toEqual(model.get(row.id))
      }
      expect(rows).toHaveLength(model.size)
      const steps = api.db.$client
        .prepare(
          `SELECT count(*) FROM events WHERE kind IN ('appointment.arrived', 'appointment.in_room',
             'appointment.completed', 'appointment.no_show', 'appointment.reopened')`,
        )
        .pluck()
        .get()
      expect(steps).toBe(accepted.steps)
      expect(findBookErrors(api.db)).toEqual([])
      expect(findNextVisitErrors(api.db)).toEqual([])
      expectAskedAfterNoShows(api)
      const { total } = (await desks[0].get(`/closing/${DAY}`)).json<Closing>()
      expect([total.taken, total.refunded]).toEqual([accepted.taken, accepted.returned])
      await api.app.close()
    }),
    { numRuns: 6, endOnFailure: true },
  )
}, 60_000)

/** Each no-show of the day is asked for again, unless the family was asked for another visit before. */
function expectAskedAfterNoShows({ db }: TestApp) {
  const asked = allOf(db, tickets)
  for (const { id, status, attendance, childId } of allOf(db, appointments)) {
    const isMissed = status === 'booked' && attendance === 'no_show' && childId !== null
    const own = asked.filter((ticket) => ticket.childId === childId)
    if (isMissed) expect(own).not.toEqual([])
    const isOpen = own.some(({ state, afterAppointmentId, origin }) => {
      return state === 'open' && origin === 'missed' && afterAppointmentId === id
    })
    if (!isMissed) expect(isOpen).toBe(false)
  }
}
