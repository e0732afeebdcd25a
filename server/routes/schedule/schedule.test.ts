import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { formatSlot } from '#contract/booking/slots.ts'
import { notificationKinds } from '#contract/notifications/notifications.ts'
import { conflictList, impact, schedule, scheduleYear } from '#contract/schedule/schedule.ts'
import { cancelDecided } from '#domain/booking/decided-cancellations.ts'
import { refundItem } from '#domain/payments/refunds/staff-refund.ts'
import type { Transaction } from '#drizzle/client.ts'
import { insertChild } from '#drizzle/queries/guardians/children.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/schedule.ts'
import {
  appointments,
  events,
  notifications,
  paymentItems,
  treatments,
} from '#drizzle/schema/index.ts'
import { addTreatingDoctor, allOf } from '#drizzle/testing/seeded-database.ts'
import { signInPatients } from '#server/testing/booking-race.ts'
import {
  book,
  openIntent,
  paymentStates,
  refundRequested,
  sayPaid,
} from '#server/testing/paying.ts'
import { buildTestApp, closureOf, type Session, signInAdmin } from '#server/testing/test-app.ts'

const TUESDAY = '2027-03-02'
const TRAINING = closureOf(TUESDAY)
const WEEKDAYS = [1, 2, 3, 4, 5]

/** Monday to Friday. */
function weekOf(...spans: { from: number; to: number }[]) {
  return Array.from({ length: 7 }, (_, day) => (WEEKDAYS.includes(day) ? spans : []))
}

async function openClinic() {
  const api = await buildTestApp()
  const admin = await signInAdmin(api)
  return {
    ...api,
    admin,
    read: async () => schedule.parse((await admin.get('/schedule')).json()),
    preview: async (closure: object = TRAINING) =>
      impact.parse((await admin.post('/schedule/closures/preview', closure)).json()),
    misfits: async () => conflictList.parse((await admin.get('/schedule/misfits')).json()),
    close: (changes: object) =>
      admin.post('/schedule/closures', { ...TRAINING, appointments: 'list', ...changes }),
    rows: () => allOf(api.db, appointments),
    set: (id: string | undefined, changes: Partial<typeof appointments.$inferInsert>) =>
      api.db
        .update(appointments)
        .set(changes)
        .where(eq(appointments.id, id ?? ''))
        .run(),
    kinds: () => Map.groupBy(allOf(api.db, events), ({ kind }) => kind),
  }
}

type Clinic = Awaited<ReturnType<typeof openClinic>>

/** Books and pays for `count` appointments on Tuesday, each for another family; one in three is unpaid. */
async function fillTuesday({ app, db, stripe }: Clinic, count: number) {
  const times = listOfferedTreatments(db).flatMap(({ name, prices, slots }) =>
    slots.map((slot) => ({ treatment: name, priceCents: prices[0]?.priceCents ?? 0, slot })),
  )
  const families = signInPatients({ app, db }, count)
  const paid: string[] = []
  for (const [index, family] of families.entries()) {
    const { treatment, priceCents, slot } = times[index % times.length] as (typeof times)[number]
    const session = family as Session
    const wanted = { treatment, price: priceCents / 100, slot: formatSlot(slot), date: TUESDAY }
    const appointmentId = await book({ app }, session, wanted)
    if (index % 3 === 0) continue
    const intentId = await openIntent({ session, appointmentId }, wanted.price)
    stripe.charge(intentId)
    await sayPaid({ session, appointmentId }, intentId)
    paid.push(intentId)
  }
  return paid
}

describe('a closure', () => {
  test('of 48 appointments says how many it cancels, and a job refunds each paid one', async () => {
    const clinic = await openClinic()
    const { db, stripe, rows, kinds, preview, close } = clinic
    await fillTuesday(clinic, 48)
    const shown = await preview()
    const taken = rows().filter((row) => row.paid)
    expect(taken).toHaveLength(32)
    const refund = taken.reduce((sum, { priceCents }) => sum + priceCents, 0) / 100
    expect(shown).toMatchObject({ total: 48, families: 48, paid: 32, refund })
    expect(shown.appointments).toHaveLength(48)

    const { fingerprint } = shown
    const answer = await close({ appointments: 'cancel', fingerprint })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ cancelled: 0, refunded: 0, toCancel: 48 })
    while (!cancelDecided(db as Transaction, clinic.now()));
    for (const row of rows()) {
      expect(row).toMatchObject({ status: 'cancelled', paid: false, version: 1 })
    }
    const cancellations = kinds().get('appointment.cancelled') ?? []
    expect(cancellations.map(({ data }) => data)).toMatchObject(
      Array(48).fill({ by: 'clinic', reason: 'clinic' }),
    )
    const emails = db.select().from(notifications).where(eq(notifications.kind, 'cancelled')).all()
    const refunded = new Set(taken.map(({ id }) => id))
    const told = emails.map(({ appointmentId, data }) => [
      appointmentId,
      notificationKinds.cancelled.data.parse(data),
    ])
    expect(Object.fromEntries(told)).toMatchObject(
      Object.fromEntries(
        rows().map(({ id, priceCents }) => [
          id,
          refunded.has(id)
            ? { by: 'clinic', refund: true, quote: { rule: 'clinic', refund: priceCents / 100 } }
            : { by: 'clinic', refund: false, quote: { rule: 'unpaid', refund: 0 } },
        ]),
      ),
    )
    const context = { db, stripe, now: clinic.now }
    for (const { id } of taken) await refundRequested(context, id)
    expect([...stripe.refunds.values()].map(({ status }) => status)).toEqual(Array(32).fill('done'))
    expect(taken.flatMap(({ id }) => paymentStates(db, id))).toEqual(
      Array(32).fill('succeeded, refund succeeded'),
    )
  })

  test('of part of a day does not affect the appointments around it', async () => {
    const clinic = await openClinic()
    await fillTuesday(clinic, 16)
    const noon = { ...TRAINING, fromMinute: 600, toMinute: 615 }
    const { total, fingerprint } = await clinic.preview(noon)
    expect(total).toBe(1)
    await clinic.close({ ...noon, appointments: 'cancel', fingerprint })
    const cancelled = clinic.rows().filter(({ status }) => status === 'cancelled')
    expect(cancelled.map(({ startMinute }) => startMinute)).toEqual([600])
  })

  test.each([
    ['booked', (db: Clinic['db']) => fillMore(db)],
    ['cancelled', (db: Clinic['db']) => db.update(appointments).set({ status: 'cancelled' }).run()],
  ])('must be previewed again if an appointment was %s meanwhile', async (_, change) => {
    const clinic = await openClinic()
    await fillTuesday(clinic, 2)
    const { fingerprint } = await clinic.preview()
    change(clinic.db)
    const answer = await clinic.close({ appointments: 'cancel', fingerprint })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'outdated', impact: await clinic.preview() })
    expect((await clinic.read()).closures).toEqual([])
    expect(clinic.kinds().get('appointment.cancelled')).toBeUndefined()
  })

  test('counts only money that has not been refunded yet', async () => {
    const clinic = await openClinic()
    const { db } = clinic
    await fillTuesday(clinic, 2)
    const before = await clinic.preview()
    const item = db.select().from(paymentItems).get()
    if (!item) throw new Error('Nothing is paid.')
    const part = { amountCents: 20_00, note: 'Long wait', actor: clinic.admin.uid }
    refundItem(db, { paymentId: item.paymentId, itemId: item.id, ...part }, new Date())
    const answer = await clinic.close({
      appointments: 'cancel',
      fingerprint: before.fingerprint,
    })
    expect(answer.json()).toMatchObject({
      code: 'outdated',
      impact: { paid: 1, refund: before.refund - 20 },
    })
  })

  test('keeps all appointments, which are then not listed as conflicts', async () => {
    const clinic = await openClinic()
    await fillTuesday(clinic, 3)
    const { fingerprint } = await clinic.preview()
    await clinic.close({ appointments: 'keep', fingerprint })
    expect(clinic.rows().map(({ status }) => status)).toEqual(Array(3).fill('booked'))
    expect(await clinic.misfits()).toEqual([])
    expect(clinic.kinds().get('appointment.kept')).toHaveLength(3)
  })

  test.each([
    ['in the past', { fromDate: '2027-02-28' }, 400, 'Choose today or a later day'],
    ['that ends before it begins', { toDate: '2027-03-01' }, 400, /must not be before/],
    ['without a minute', { fromMinute: 1440 }, 400, /must be after the beginning/],
    ['of more than a year', { toDate: '2028-03-03' }, 400, /at most 366 days/],
    ['without a reason', { reason: ' ' }, 400, 'Enter a reason'],
    ['of an unknown doctor', { doctor: crypto.randomUUID() }, 404, /doctor/],
  ])('%s is refused and changes nothing', async (_, changes, status, message) => {
    const { close, read } = await openClinic()
    const answer = await close(changes)
    expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({
      status,
      message: expect.stringMatching(message),
    })
    expect((await read()).closures).toEqual([])
  })

  test('is refused within another one, and removed only once', async () => {
    const { admin, close, read, kinds } = await openClinic()
    await close({ toDate: '2027-03-05' })
    expect((await close({ fromMinute: 600, reason: 'Party' })).json()).toMatchObject({
      code: 'closed_already',
      message: 'This time is closed already: “Training”.',
    })
    const [closure] = (await read()).closures
    const remove = () => admin.delete(`/schedule/closures/${closure?._id}`)
    expect((await remove()).statusCode).toBe(200)
    expect((await remove()).statusCode).toBe(404)
    expect(kinds().get('closure.removed')).toHaveLength(1)
  })

  test('of a doctor affects only that doctor’s appointments', async () => {
    const clinic = await openClinic()
    const { db, preview, read, admin } = clinic
    await fillTuesday(clinic, 4)
    const doctor = addTreatingDoctor(db, 'Ada')
    const [first] = clinic.rows()
    clinic.set(first?.id, { doctorId: doctor })
    expect(await preview({ ...TRAINING, doctor })).toMatchObject({ total: 1 })
    await clinic.close({ doctor })
    expect((await read()).closures).toEqual([])
    const own = schedule.parse((await admin.get(`/schedule?doctor=${doctor}`)).json())
    expect(own).toMatchObject({ plans: [], closures: [{ reason: 'Training' }] })
    expect(await clinic.misfits()).toMatchObject([
      { _id: first?.id, reasons: ['doctor_absent', 'doctor_not_giving'] },
    ])
  })
})

test('the year lists closures and absences of everybody, with the appointments in them', async () => {
  const clinic = await openClinic()
  const { db, admin } = clinic
  await fillTuesday(clinic, 4)
  const doctor = addTreatingDoctor(db, 'Ada')
  const [first] = clinic.rows()
  const { startMinute = 0 } = first ?? {}
  clinic.set(first?.id, { doctorId: doctor })
  await clinic.close({ doctor, fromMinute: startMinute, toMinute: startMinute + 5 })
  await clinic.close({ reason: 'Staff party' })
  await admin.put('/schedule/hours', {
    validFrom: '2027-03-08',
    week: weekOf({ from: 540, to: 720 }),
    version: (await clinic.read()).version,
    appointments: 'list',
  })
  const year = scheduleYear.parse((await admin.get('/schedule/year')).json())
  expect(year.changes).toEqual(['2027-03-08'])
  expect(year.rows[0]).toMatchObject({
    doctor: null,
    closures: [{ reason: 'Staff party', appointments: 4 }],
  })
  expect(year.rows.find((row) => row.doctor?._id === doctor)).toMatchObject({
    doctor: { name: 'Ada' },
    closures: [{ reason: 'Training', appointments: 1 }],
  })
})

/** Books one more appointment on Tuesday, for a family without an account. */
function fillMore(db: Clinic['db']) {
  const [first] = allOf(db, appointments)
  if (!first) throw new Error('There is no appointment to copy.')
  const times = { startMinute: 900, version: 0 }
  db.insert(appointments)
    .values({ ...first, ...times, id: 'more', patientUid: null, paid: false, transactionId: null })
    .run()
}

describe('hours', () => {
  const shorter = { validFrom: TUESDAY, week: weekOf({ from: 540, to: 720 }) }

  test('apply from their first day until the next plan', async () => {
    const { admin, read } = await openClinic()
    const before = await read()
    expect(before.plans).toEqual([
      { validFrom: '2000-01-01', week: weekOf({ from: 540, to: 1020 }) },
    ])
    const wanted = { ...shorter, version: before.version, appointments: 'list' }
    const answer = await admin.put('/schedule/hours', wanted)
    expect(answer.json()).toMatchObject({ cancelled: 0, refunded: 0 })
    const { plans, version } = await read()
    expect(plans).toEqual([...before.plans, shorter])
    await admin.delete(`/schedule/hours/${TUESDAY}?version=${version}`)
    expect(await read()).toEqual(before)
  })

  test('by two admins: the later save gets 409 and the current hours', async () => {
    const { admin, read } = await openClinic()
    const { version } = await read()
    const save = (week: object) =>
      admin.put('/schedule/hours', { validFrom: TUESDAY, week, version, appointments: 'list' })
    await save(weekOf({ from: 480, to: 960 }))
    const now = await read()
    const later = await save(weekOf({ from: 600, to: 720 }))
    expect(later.statusCode).toBe(409)
    expect(later.json()).toEqual({ code: 'stale', message: expect.any(String), current: now })
    expect(await read()).toEqual(now)
    const withdrawal = await admin.delete(`/schedule/hours/${TUESDAY}?version=${version}`)
    expect(withdrawal.json()).toMatchObject({ code: 'stale', current: now })
  })

  test('list the appointments that no longer fit, each to be kept or canceled', async () => {
    const clinic = await openClinic()
    const { admin, read, misfits } = clinic
    await fillTuesday(clinic, 16)
    const shown = impact.parse((await admin.post('/schedule/hours/preview', shorter)).json())
    expect(shown.total).toBe(clinic.rows().filter(({ startMinute }) => startMinute >= 720).length)
    const { version } = await read()
    await admin.put('/schedule/hours', { ...shorter, version, appointments: 'list' })
    const listed = await misfits()
    expect(listed).toMatchObject(
      shown.appointments.map(({ _id }) => ({ _id, reasons: ['outside_hours'] })),
    )
    const [kept, cancelled, ...others] = listed
    const decide = (id: string | undefined, what: string, version = 0) =>
      admin.post(`/schedule/misfits/${id}/${what}`, { version })
    expect((await decide(kept?._id, 'keep')).json()).toEqual({ misfits: [cancelled, ...others] })
    expect((await decide(cancelled?._id, 'cancel')).json()).toEqual({ misfits: others })
    expect((await decide(cancelled?._id, 'cancel')).json()).toMatchObject({
      code: 'stale',
      current: null,
    })
    expect((await decide(others[0]?._id, 'cancel', 7)).json()).toMatchObject({
      code: 'stale',
      current: others[0],
    })
    expect((await decide(crypto.randomUUID(), 'keep')).statusCode).toBe(404)
  })

  test('cancel the appointments that no longer fit if that was decided', async () => {
    const clinic = await openClinic()
    const { admin, read, rows } = clinic
    await fillTuesday(clinic, 16)
    const shown = impact.parse((await admin.post('/schedule/hours/preview', shorter)).json())
    const { version } = await read()
    const decided = { appointments: 'cancel', fingerprint: shown.fingerprint }
    const answer = await admin.put('/schedule/hours', { ...shorter, version, ...decided })
    expect(answer.json()).toMatchObject({ cancelled: shown.total, refunded: shown.paid })
    const cancelled = rows().filter(({ status }) => status === 'cancelled')
    expect(cancelled.map(({ id }) => id).toSorted()).toEqual(
      shown.appointments.map(({ _id }) => _id).toSorted(),
    )
  })

  test.each([
    ['that begin in the past', { validFrom: '2027-02-28' }, 'Choose today or a later day'],
    [
      'that overlap',
      { week: weekOf({ from: 540, to: 720 }, { from: 700, to: 900 }) },
      'These times overlap',
    ],
    ['of six days', { week: weekOf().slice(1) }, 'A week has seven days'],
    ['that end before they begin', { week: weekOf({ from: 720, to: 720 }) }, /must be after/],
  ])('%s are refused', async (_, changes, message) => {
    const { admin, read } = await openClinic()
    const before = await read()
    const wanted = { ...shorter, version: before.version, appointments: 'list', ...changes }
    const answer = await admin.put('/schedule/hours', wanted)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toMatch(message)
    expect(await read()).toEqual(before)
  })

  test('that affect appointments when withdrawn are withdrawn once that is decided', async () => {
    const clinic = await openClinic()
    const { admin, read, misfits } = clinic
    const before = await read()
    const longer = { validFrom: TUESDAY, week: weekOf({ from: 480, to: 1200 }) }
    await admin.put('/schedule/hours', {
      ...longer,
      version: before.version,
      appointments: 'list',
    })
    await fillTuesday(clinic, 16)
    // Paid appointments begin in the evening, which only the planned hours include.
    const [paid, ...others] = clinic.rows().filter((row) => row.paid)
    clinic.set(paid?.id, { startMinute: 1140 })
    const planned = await read()
    const withdraw = (decided: object = {}) => {
      const query = new URLSearchParams({ version: planned.version, ...decided })
      return admin.delete(`/schedule/hours/${TUESDAY}?${query}`)
    }

    const undecided = await withdraw()
    expect(undecided.statusCode).toBe(409)
    expect(undecided.json()).toMatchObject({
      code: 'undecided',
      impact: { total: 1, paid: 1, appointments: [{ _id: paid?.id }] },
    })
    expect(await read()).toEqual(planned)
    const outdated = await withdraw({ appointments: 'cancel', fingerprint: 'of another time' })
    expect(outdated.json()).toMatchObject({ code: 'outdated', impact: { total: 1 } })
    expect(await read()).toEqual(planned)
    expect(clinic.kinds().get('appointment.cancelled')).toBeUndefined()

    const { fingerprint } = impact.parse(undecided.json().impact)
    const done = await withdraw({ appointments: 'cancel', fingerprint })
    expect(done.json()).toEqual({ cancelled: 1, refunded: 1, schedule: before })
    expect(await misfits()).toEqual([])
    const canceled = clinic.kinds().get('appointment.cancelled')
    expect(canceled?.map(({ subject }) => subject)).toEqual([paid?.id])
    expect(others.length).toBeGreaterThan(0)
  })

  test.each([
    ['list', 1],
    ['keep', 0],
  ])('of a doctor, withdrawn: %s leaves %i to decide about', async (decision, left) => {
    const clinic = await openClinic()
    const { db, admin, misfits } = clinic
    await fillTuesday(clinic, 3)
    const doctor = addTreatingDoctor(db, 'Ada')
    const [row] = clinic.rows()
    const id = row?.id ?? ''
    clinic.set(id, { doctorId: doctor })
    const own = async () => schedule.parse((await admin.get(`/schedule?doctor=${doctor}`)).json())
    const plan = async (validFrom: string, week: object) =>
      admin.put('/schedule/hours', {
        doctor,
        validFrom,
        week,
        version: (await own()).version,
        appointments: 'list',
      })
    await plan('2027-03-01', weekOf())
    await plan(TUESDAY, weekOf({ from: 480, to: 1200 }))
    const reasonsOf = async () => (await misfits()).find(({ _id }) => _id === id)?.reasons
    expect(await reasonsOf()).not.toContain('doctor_off')

    const query = new URLSearchParams({ version: (await own()).version, doctor })
    const url = `/schedule/hours/${TUESDAY}?${query}`
    const { code, impact: affected } = (await admin.delete(url)).json()
    expect(code).toBe('undecided')
    expect(affected.appointments).toMatchObject([{ _id: id }])
    const decided = `${url}&appointments=${decision}&fingerprint=${affected.fingerprint}`
    expect((await admin.delete(decided)).json()).toMatchObject({ cancelled: 0, refunded: 0 })
    expect((await own()).plans).toHaveLength(1)
    expect((await misfits()).filter(({ _id }) => _id === id)).toHaveLength(left)
  })

  test('that already apply cannot be withdrawn', async () => {
    const { admin, read } = await openClinic()
    const { version } = await read()
    const answer = await admin.delete(`/schedule/hours/2000-01-01?version=${version}`)
    expect(answer.json()).toMatchObject({ code: 'begun' })
  })
})

describe('moving an appointment that no longer fits', () => {
  async function closeTuesday() {
    const clinic = await openClinic()
    const paid = await fillTuesday(clinic, 2)
    await clinic.close({})
    const [conflict] = (await clinic.misfits()).filter(({ paid }) => paid)
    const row = () => clinic.rows().find(({ id }) => id === conflict?._id)
    const move = (changes: object = {}) =>
      clinic.admin.post(`/schedule/misfits/${conflict?._id}/move`, {
        version: 0,
        date: '2027-03-03',
        slot: '11:00 AM - 11:30 AM',
        ...changes,
      })
    return { ...clinic, paid, row, move }
  }

  test.each([
    [
      'another age',
      '2025-03-03',
      'Parenatal/Newborn is for ages 0–2 years. Ida is 2 years old that day.',
    ],
    ['age', '2009-03-03', 'Ida is 18 or older that day, and books with an account of their own.'],
  ])('is refused for a child of %s by then', async (_, birthDate, message) => {
    const { db, row, set, move, misfits } = await closeTuesday()
    const createdBy = row()?.patientUid ?? ''
    insertChild(db, { id: 'child', name: 'Ida', birthDate, createdBy, createdAt: new Date(0) })
    const child = { childId: 'child', childName: 'Ida', childBirthDate: birthDate }
    set(row()?.id, child)
    db.update(treatments).set({ maxAgeMonths: 24 }).run()
    const before = await misfits()
    const answer = await move()
    expect([answer.statusCode, answer.json()]).toEqual([409, { code: 'age_limit', message }])
    expect(await misfits()).toEqual(before)
  })

  test('keeps price and payment, and notifies the family', async () => {
    const { db, row, move, paid, misfits, kinds } = await closeTuesday()
    const before = row()
    expect((await move()).json()).toEqual({ misfits: await misfits() })
    const time = { date: '2027-03-03', startMinute: 660, lengthMinutes: 30, version: 1 }
    expect(row()).toEqual({ ...before, ...time })
    expect(row()).toMatchObject({ paid: true, transactionId: paid[0] })
    expect(kinds().get('appointment.moved')).toMatchObject([
      { subject: before?.id, data: { fromDate: TUESDAY, fromMinute: before?.startMinute } },
    ])
    const told = allOf(db, notifications)
    expect(told.filter(({ kind }) => kind === 'moved')).toMatchObject([
      { appointmentId: before?.id, data: { from: { date: TUESDAY } } },
    ])
  })

  test.each([
    ['another family has the time', 'not_offered', 'patient-0'],
    ['the family has another treatment', 'taken', 'patient-1'],
  ])('is refused if %s', async (_, code, patientUid) => {
    const { db, row, rows, move } = await closeTuesday()
    const before = row()
    if (!before) throw new Error('There is no appointment to move.')
    const [first, second] = listOfferedTreatments(db).map(({ id }) => id)
    const otherTreatment = first === before.treatmentId ? second : first
    const treatmentId = code === 'taken' ? (otherTreatment ?? '') : before.treatmentId
    const time = { date: '2027-03-03', startMinute: 660, paid: false, transactionId: null }
    db.insert(appointments)
      .values({ ...before, ...time, patientUid, treatmentId, id: 'other' })
      .run()
    const answer = await move()
    expect(answer.json()).toMatchObject({ code })
    expect(answer.statusCode).toBe(409)
    expect(rows().find(({ id }) => id === before.id)).toEqual(before)
  })

  test('is refused at a time that is not offered, and after the appointment has changed', async () => {
    const { row, move } = await closeTuesday()
    const before = row()
    for (const changes of [{ slot: '08:00 AM - 08:30 AM' }, { date: TUESDAY }]) {
      expect((await move(changes)).json()).toMatchObject({ code: 'not_offered' })
    }
    expect((await move({ version: 1 })).json()).toMatchObject({ code: 'stale' })
    expect(row()).toEqual(before)
  })
})
