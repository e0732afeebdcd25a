import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ClinicSettings } from '#contract/clinic/clinic-settings.ts'
import type { NewCheckUpPlan } from '#contract/next-visits/check-up-plan.ts'
import { readSubject } from '#domain/notifications/kinds/read-subject.ts'
import { addChildOf, BY_ADMIN, booked, MOMENT, TIME_ZONE } from '#domain/testing/booking.ts'
import type { Transaction } from '#drizzle/client.ts'
import { insertAlert } from '#drizzle/queries/front-desk/alerts.ts'
import { insertGuardian } from '#drizzle/queries/guardians/children.ts'
import { listPlanRows, readPlanState } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { countDueCalls } from '#drizzle/queries/next-visits/due-calls.ts'
import { listChildrenToAskAgain } from '#drizzle/queries/next-visits/due-items.ts'
import { insertStop } from '#drizzle/queries/next-visits/recall-records.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import { readStoredSettings, storeSettings } from '#drizzle/queries/schedule/clinic-settings.ts'
import {
  children,
  dueItems,
  notifications,
  pastVisits,
  tickets,
  treatments,
  users,
} from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { emailsOf, wait, waitingClinic } from '../waitlist/testing/waiting-clinic.ts'
import { answerTicket } from './answer-ticket.ts'
import { askDue, askDueAgain, listBatch, readAskable } from './ask-due.ts'
import { changeCheckUpPlan } from './check-up-plan.ts'
import { readDueCalls } from './due-calls.ts'
import { countDue, lookAtChildren } from './due-children.ts'

const ASKING = { moment: MOMENT, now: NOW }
const RIGHTS = { isOwner: false, mayPay: true, createdAt: NOW }

let db: Transaction
let mia: string
let ben: string

/** The id of a seeded treatment. */
const treatment = (name: string) => allOf(db, treatments).find((one) => one.name === name)?.id ?? ''

/** A plan with a row from the 6th birthday on: for children born on June 5, 2020, until May 31, 2027. */
function plan(changes: Partial<NewCheckUpPlan> = {}) {
  const { version } = readPlanState(db)
  const rows = [
    { ageMonths: 72, fromDays: 0, toDays: 360, treatment: treatment('Allergy Testing') },
  ]
  const wanted = { isOn: true, isAutomatic: false, hasNoPastVisits: true, rows, version }
  return changeCheckUpPlan(db, { ...wanted, ...changes }, BY_ADMIN)
}

function addPastVisit(childId: string, date: string, name = 'Weight Loss') {
  const id = `${childId}-${date}`
  db.insert(pastVisits)
    .values({ id, childId, date, treatmentId: treatment(name), createdAt: NOW })
    .run()
}

const look = (today = MOMENT.today) =>
  lookAtChildren(db, { plan: listPlanRows(db), today, after: '' }, NOW)

/** Changes settings, as an admin does. */
const set = (details: Partial<ClinicSettings>) =>
  storeSettings(db, { details, seen: readStoredSettings(db).version })

const stateOf = (childId: string) =>
  allOf(db, dueItems).find((item) => item.childId === childId)?.state

const askable = () => readAskable(db, [mia], MOMENT)

const openTicketOf = (childId: string) =>
  allOf(db, tickets).find((ticket) => ticket.childId === childId && ticket.state === 'open')

const asked = () => emailsOf(db, 'visits_due').map(({ uid }) => uid)

beforeEach(() => {
  db = waitingClinic()
  addPatient(db, 'anna')
  mia = addChildOf(db, 'anna', 'Mia')
  ben = addChildOf(db, 'anna', 'Ben')
  for (const child of [mia, ben]) addPastVisit(child, '2026-05-05')
  plan()
})

describe('the check-up plan', () => {
  it('is off until an admin switches it on', () => {
    expect(readPlanState(waitingClinic()).isOn).toBe(false)
  })

  it('refuses a change of another version', () => {
    expect(plan({ version: 7 })).toEqual({ outcome: 'stale' })
  })

  it('is switched on only with past visits, or if an admin says that there are none', () => {
    expect(plan({ hasNoPastVisits: false })).toBeUndefined()
    db.delete(pastVisits).run()
    expect(plan({ hasNoPastVisits: false })).toEqual({ outcome: 'past_visits' })
    expect(plan({ hasNoPastVisits: false, isOn: false })).toBeUndefined()
  })

  it('refuses treatments that are not offered, windows that overlap, and unknown rows', () => {
    const row = { ageMonths: 72, fromDays: 0, toDays: 360, treatment: treatment('Allergy Testing') }
    const unknown = '01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3'
    expect(plan({ rows: [row, { ...row, ageMonths: 80 }] })).toEqual({
      outcome: 'overlap',
      index: 1,
    })
    expect(plan({ rows: [{ ...row, treatment: unknown }] })?.outcome).toBe('unknown_treatment')
    expect(plan({ rows: [{ ...row, _id: unknown }] })?.outcome).toBe('unknown_row')
    expect(plan({ rows: [] })?.outcome).toBe('no_rows')
  })

  it('asks automatically only after ten batches', () => {
    expect(plan({ isAutomatic: true })?.outcome).toBe('not_reviewed')
  })
})

describe('the nightly look', () => {
  it('finds the rows that are due, and changes nothing when it is repeated', () => {
    expect(countDue(db, { plan: listPlanRows(db), today: MOMENT.today, after: '' }).due).toBe(2)
    look()
    const items = allOf(db, dueItems)
    expect(items).toMatchObject([
      { state: 'due', toDate: '2027-05-31' },
      { state: 'due', toDate: '2027-05-31' },
    ])
    look()
    expect(allOf(db, dueItems)).toEqual(items)
  })

  it('finds none for children who have not been here for two years', () => {
    db.delete(pastVisits).run()
    addPastVisit(mia, '2025-02-28')
    look()
    expect(allOf(db, dueItems)).toEqual([])
  })

  it('finds them for children who have been here within the months that an admin has set', () => {
    set({ knownMonths: 9 })
    look()
    expect(allOf(db, dueItems)).toEqual([])
    expect(countDue(db, { plan: listPlanRows(db), today: MOMENT.today, after: '' }).due).toBe(0)
    set({ knownMonths: 10 })
    look()
    expect(allOf(db, dueItems)).toHaveLength(2)
    set({ knownMonths: 9 })
    look()
    expect([stateOf(mia), stateOf(ben)]).toEqual(['over', 'over'])
  })

  it('finds a row done after a visit, and over after its window', () => {
    look()
    booked(db, { child: mia, date: '2027-03-04' })
    look()
    expect([stateOf(mia), stateOf(ben)]).toEqual(['done', 'due'])
    look('2027-06-01')
    expect([stateOf(mia), stateOf(ben)]).toEqual(['done', 'over'])
  })

  it('follows the family’s answer, and ends the ticket with the window', () => {
    look()
    askDue(db, [mia], ASKING)
    const answering = { caller: { uid: 'anna', isStaff: false }, moment: MOMENT, now: NOW }
    answerTicket(db, openTicketOf(mia)?.id ?? '', { answer: 'declined' }, answering)
    look()
    expect([stateOf(mia), stateOf(ben)]).toEqual(['declined', 'due'])
    look('2027-06-01')
    expect(openTicketOf(ben)).toBeUndefined()
  })

  it('changes open tickets as an admin changes the plan', () => {
    look()
    askDue(db, [mia], ASKING)
    const [{ id = '' } = {}] = listPlanRows(db)
    const changed = { ageMonths: 72, fromDays: 0, toDays: 350, treatment: treatment('Weight Loss') }
    expect(plan({ rows: [{ ...changed, _id: id }] })).toBeUndefined()
    look()
    expect(openTicketOf(mia)).toMatchObject({
      treatmentId: treatment('Weight Loss'),
      toDate: '2027-05-21',
    })
  })
})

describe('families are asked', () => {
  it('by one email each about all of their children, at ten in the morning', () => {
    for (const uid of ['carl', 'dora']) addPatient(db, uid)
    insertGuardian(db, { childId: mia, uid: 'carl', mayBook: true, receivesEmail: true, ...RIGHTS })
    insertGuardian(db, {
      childId: ben,
      uid: 'dora',
      mayBook: false,
      receivesEmail: true,
      ...RIGHTS,
    })
    look()
    expect(askDue(db, [mia], ASKING)).toEqual({ children: 2, emails: 2 })
    expect(askDue(db, [mia, ben], ASKING)).toEqual({ children: 0, emails: 0 })
    expect(asked().toSorted()).toEqual(['anna', 'carl'])
    expect(emailsOf(db, 'visits_due')[0]?.dueAt).toEqual(new Date('2027-03-01T15:00:00Z'))
    const [ofAnna] = emailsOf(db, 'visits_due').filter(({ uid }) => uid === 'anna')
    expect(read(ofAnna, NOW)).toMatchObject({
      outcome: 'send',
      subject: { visits: [{ child: { name: 'Mia' } }, { child: { name: 'Ben' } }], isOnline: true },
    })
  })

  it('by one email a day, also about a child that becomes due before it is sent', () => {
    look()
    const forget = () => db.delete(dueItems).where(eq(dueItems.childId, ben)).run()
    forget()
    askDue(db, [mia], ASKING)
    look()
    expect(askDue(db, [ben], ASKING)).toEqual({ children: 1, emails: 1 })
    expect(asked()).toEqual(['anna'])
    const [email] = emailsOf(db, 'visits_due')
    expect(read(email, NOW)).toMatchObject({
      subject: { visits: [{ child: { name: 'Mia' } }, { child: { name: 'Ben' } }] },
    })
    forget()
    db.update(notifications).set({ state: 'sent' }).run()
    look()
    expect(askDue(db, [ben], ASKING)).toEqual({ children: 0, emails: 0 })
    expect(stateOf(ben)).toBe('due')
  })

  it('not about a visit that was booked meanwhile', () => {
    look()
    askDue(db, [mia], ASKING)
    booked(db, { child: mia, date: '2027-03-04' })
    const [email] = emailsOf(db, 'visits_due')
    expect(read(email, NOW)).toMatchObject({ subject: { visits: [{ child: { name: 'Ben' } }] } })
    booked(db, { child: ben, date: '2027-03-05' })
    expect(read(email, NOW)).toMatchObject({ outcome: 'drop', reason: 'nothing_left' })
  })

  it('not while an appointment comes, the child waits, or was here within 28 days', () => {
    look()
    expect(askable()).toHaveLength(1)
    const { id } = booked(db, {
      child: mia,
      date: '2027-03-04',
      treatment: 'Weight Loss',
      priceCents: 80_00,
    })
    expect(askable()).toEqual([])
    db.$client.exec(`UPDATE appointments SET status = 'cancelled' WHERE id = '${id}'`)
    expect(askable()).toHaveLength(1)
    addPastVisit(mia, '2027-02-02')
    expect(askable()).toEqual([])
    db.delete(pastVisits).run()
    wait(db, 'anna', NOW, { child: mia })
    expect(askable()).toEqual([])
  })

  it('after as many days without a visit as an admin has set', () => {
    look()
    addPastVisit(mia, '2027-02-02')
    expect(askable()).toEqual([])
    set({ daysAfterVisit: 27 })
    expect(askable()).toHaveLength(1)
    addPastVisit(mia, MOMENT.today)
    expect(askable()).toEqual([])
    set({ daysAfterVisit: 0 })
    expect(askable()).toHaveLength(1)
  })

  it('in lists of as many children as an admin has set', async () => {
    look()
    const sizes = []
    for (const childrenToEmail of [1, 2]) {
      set({ childrenToEmail })
      sizes.push((await listBatch(db, MOMENT)).length)
    }
    expect(sizes).toEqual([1, 2])
  })

  it('not about archived children; by a call where custody has an alert or no email arrives', async () => {
    look()
    const alert = {
      id: 'alert',
      version: 1,
      childId: mia,
      kind: 'custody',
      text: 'Ask first',
    } as const
    insertAlert(db, { ...alert, writtenBy: 'desk', writtenAt: NOW })
    insertStop(db, { id: 'stop', childId: ben, uid: 'anna', deskFamilyId: null, stoppedAt: NOW })
    const batch = async () => (await listBatch(db, MOMENT)).map(({ name, call }) => [name, call])
    expect((await batch()).toSorted()).toEqual([
      ['Ben', 'stopped'],
      ['Mia', 'custody'],
    ])
    expect(askDue(db, [mia, ben], ASKING)).toEqual({ children: 0, emails: 0 })
    db.update(children).set({ archivedAt: NOW }).run()
    expect(await batch()).toEqual([])
  })

  it('by a call, not by an email, when the address has bounced or is not confirmed', async () => {
    look()
    const callsOf = async () => (await listBatch(db, MOMENT)).map(({ call }) => call)
    expect(await callsOf()).toEqual([null, null])
    // A stop is no reason to call where no email would arrive without it.
    insertStop(db, { id: 'stop', childId: ben, uid: 'anna', deskFamilyId: null, stoppedAt: NOW })
    db.update(users).set({ bouncedEmail: 'anna@example.com' }).run()
    expect(await callsOf()).toEqual(['unreached', 'unreached'])
    db.update(users).set({ bouncedEmail: null, emailVerified: false }).run()
    expect(await callsOf()).toEqual(['unreached', 'unreached'])
    expect(askDue(db, [mia], ASKING)).toEqual({ children: 0, emails: 0 })
  })

  it('again after one and two weeks, and not a fourth time', () => {
    look()
    askDue(db, [mia], ASKING)
    const askAt = (now: Date, today: string) => {
      const ids = listChildrenToAskAgain(db, now, 10)
      askDueAgain(db, ids, { now, moment: { ...MOMENT, today } })
      return asked().length
    }
    expect(askAt(new Date('2027-03-08T14:59:00Z'), '2027-03-08')).toBe(1)
    expect(askAt(new Date('2027-03-08T15:00:00Z'), '2027-03-08')).toBe(2)
    expect(askAt(new Date('2027-03-15T14:00:00Z'), '2027-03-15')).toBe(3)
    expect(askAt(new Date('2027-04-30T14:00:00Z'), '2027-04-30')).toBe(3)
    expect(allOf(db, dueItems).map((item) => item.asked)).toEqual([3, 3])
  })

  it('again after as many days as an admin has set', () => {
    set({ secondAskDays: 3, thirdAskDays: 5 })
    look()
    askDue(db, [mia], ASKING)
    const askOn = (today: string) => {
      const now = new Date(`${today}T15:00:00Z`)
      askDueAgain(db, listChildrenToAskAgain(db, now, 10), { now, moment: { ...MOMENT, today } })
      return asked().length
    }
    const days = ['2027-03-03', '2027-03-04', '2027-03-08', '2027-03-09', '2027-04-30']
    expect(days.map(askOn)).toEqual([1, 2, 2, 3, 3])
  })

  it('again after that time, when it could not be asked meanwhile', () => {
    set({ secondAskDays: 3, thirdAskDays: 5 })
    look()
    askDue(db, [mia], ASKING)
    wait(db, 'anna', NOW, { child: mia })
    const now = new Date('2027-03-04T15:00:00Z')
    askDueAgain(db, listChildrenToAskAgain(db, now, 10), {
      now,
      moment: { ...MOMENT, today: '2027-03-04' },
    })
    const itemOf = (childId: string) => allOf(db, dueItems).find((one) => one.childId === childId)
    expect(itemOf(mia)).toMatchObject({ asked: 1, nextAsk: new Date('2027-03-07T15:00:00Z') })
    expect(itemOf(ben)).toMatchObject({ asked: 2, nextAsk: new Date('2027-03-09T15:00:00Z') })
  })

  it('by phone once three emails have asked in vain', () => {
    look()
    askDue(db, [mia], ASKING)
    const called = (today: string) =>
      readDueCalls(db, { today, lastDay: MOMENT.lastDay }, 10).calls.map(({ due }) => due.child.id)
    const askOn = (today: string) => {
      const now = new Date(`${today}T15:00:00Z`)
      askDueAgain(db, listChildrenToAskAgain(db, now, 10), { now, moment: { ...MOMENT, today } })
    }
    askOn('2027-03-08')
    expect(called('2027-03-08')).toEqual([])
    askOn('2027-03-15')
    expect(called('2027-03-15').sort()).toEqual([mia, ben].sort())
    expect(countDueCalls(db, { today: '2027-03-15', lastDay: MOMENT.lastDay })).toBe(2)
    booked(db, { child: mia })
    expect(called('2027-03-15')).toEqual([ben])
  })

  it.each([
    ['forward', '2027-03-01T13:00:00Z', ['2027-03-08T15:00:00Z', '2027-03-15T14:00:00Z']],
    ['back', '2027-11-01T12:00:00Z', ['2027-11-08T15:00:00Z', '2027-11-15T15:00:00Z']],
  ] as const)('at ten in the morning, also once the clocks go %s', (_, at, again) => {
    const rows = [
      { ageMonths: 72, fromDays: 0, toDays: 360, treatment: treatment('Allergy Testing') },
      { ageMonths: 84, fromDays: 0, toDays: 360, treatment: treatment('Allergy Testing') },
    ]
    plan({ rows })
    const now = new Date(at)
    const momentOf = (instant: Date) => ({ ...MOMENT, today: instant.toISOString().slice(0, 10) })
    look(momentOf(now).today)
    askDue(db, [mia], { now, moment: momentOf(now) })
    for (const [index, time] of again.entries()) {
      const due = new Date(time)
      const before = new Date(due.getTime() - 60_000)
      expect(listChildrenToAskAgain(db, before, 10)).toEqual([])
      askDueAgain(db, listChildrenToAskAgain(db, due, 10), { now: due, moment: momentOf(due) })
      expect(asked()).toHaveLength(index + 2)
    }
  })
})

function read(email: ReturnType<typeof emailsOf>[number] | undefined, now: Date) {
  const row = allOf(db, notifications).find(({ id }) => id === email?.id)
  const reader = {
    db,
    timeZone: TIME_ZONE,
    unsubscribeUrl: () => '',
    recallUrl: () => '',
    claimUrl: () => '',
  }
  return readSubject(reader, row as NotificationOf<'visits_due'>, now)
}
