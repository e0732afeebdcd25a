import { beforeEach, describe, expect, it } from 'vitest'
import type { CorrectionList } from '#contract/front-desk/corrections.ts'
import { child } from '#contract/guardians/children.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { deleteChild } from '#drizzle/queries/guardians/children.ts'
import { identityChanges } from '#drizzle/schema/index.ts'
import { allOf, eventsOf } from '#drizzle/testing/seeded-database.ts'
import { inviteGuardian, MIA } from '#server/testing/family.ts'
import { book } from '#server/testing/paying.ts'
import {
  buildTestApp,
  deskBookingOf,
  FIRST_SLOT,
  type Session,
  signIn,
  signInStaff,
  type TestApp,
  TUESDAY,
} from '#server/testing/test-app.ts'

// An appointment's data about its patient is fixed once it has begun: docs/requirements.md#corrections.

const LOU = { name: 'Mia Lou', birthDate: '2021-05-06' }
const TUESDAY_NOON = new Date('2027-03-02T20:00:00Z')
const NEXT_WEEK = 'Mar 9, 2027'

let test: TestApp
let anna: Session
let mia: string

beforeEach(async () => {
  test = await buildTestApp()
  anna = await signIn(test, 'anna@example.com')
  mia = await add(anna, MIA)
})

async function add(by: Session, details: object): Promise<string> {
  return child.parse((await by.call('POST', '/children', details)).body)._id
}

const change = (details: object, archived = false) =>
  anna.call('PUT', `/children/${mia}`, { ...details, archived })

const said = (id: string) => {
  const { childName, childBirthDate } = findAppointment(test.db, id) ?? {}
  return { name: childName, birthDate: childBirthDate }
}

const list = async (by: Session, query = '') =>
  (await by.call('GET', `/corrections${query}`)).body as CorrectionList

describe('a correction of a child', () => {
  it('applies to upcoming appointments, not to past or canceled ones', async () => {
    const begun = await book(test, anna, { child: mia, date: TUESDAY, slot: FIRST_SLOT })
    const coming = await book(test, anna, { child: mia, date: NEXT_WEEK })
    const canceled = await book(test, anna, { child: mia, date: 'Mar 10, 2027' })
    await anna.call('POST', `/appointments/${canceled}/cancel`, { version: 0, refund: 0 })
    test.setTime(TUESDAY_NOON)
    anna = await signIn(test, 'anna@example.com')
    expect((await change(LOU)).status).toBe(200)
    expect([begun, canceled, coming].map(said)).toEqual([MIA, MIA, LOU])
    const rita = await signInStaff(test, 'rita@example.com')
    const { corrections, next } = await list(rita)
    const shown = { by: 'anna', corrected: 1, kept: 2 }
    const child = { birthDate: LOU.birthDate, bookedBy: 'anna' }
    const subject = { type: 'child', patientName: 'Mia Lou', family: anna.uid, child }
    expect(corrections).toMatchObject([
      { ...shown, subject, field: 'birthDate', from: MIA.birthDate, to: LOU.birthDate },
      { ...shown, subject, field: 'name', from: 'Mia', to: 'Mia Lou' },
    ])
    expect(next).toBeNull()
    // The audit log records who looked at whose data.
    expect(eventsOf(test.db, anna.uid).at(-1)).toMatchObject({
      kind: 'user.viewed',
      actor: rita.uid,
      data: { what: 'families' },
    })
    const first = await list(rita, '?limit=1')
    expect(await list(rita, `?limit=1&before=${first.next}`)).toMatchObject({
      corrections: [{ field: 'name' }],
      next: null,
    })
  })

  it('keeps what a merged entry said in past appointments, and its corrections', async () => {
    const boris = await signIn(test, 'boris@example.com')
    const own = await add(boris, { ...MIA, name: 'Mya' })
    const begun = await book(test, boris, { child: own, date: TUESDAY })
    const coming = await book(test, boris, { child: own, date: NEXT_WEEK })
    test.setTime(TUESDAY_NOON)
    anna = await signIn(test, 'anna@example.com')
    const later = await signIn(test, 'boris@example.com')
    await later.call('PUT', `/children/${own}`, { ...MIA, name: 'MIA', archived: false })
    const id = await inviteGuardian(anna, { email: boris.email, children: [mia] })
    const url = `/guardian-invitations/${id}/accept`
    expect((await later.call('POST', url, { merges: [own] })).status).toBe(200)
    expect([begun, coming].map(said)).toEqual([{ ...MIA, name: 'Mya' }, MIA])
    const rows = allOf(test.db, identityChanges)
    expect(rows).toMatchObject([{ childId: mia, oldValue: 'Mya', newValue: 'MIA' }])
  })

  it.each([
    ['an adult', '2000-01-01', 'adult'],
    ['a child that is not born', '2027-03-02', 'not_born'],
  ])('accepts no birth date of %s, also not in the archive', async (_, birthDate, code) => {
    const wrong = { ...MIA, birthDate }
    const refused = [await change(wrong), await change(wrong, true)]
    await change(MIA, true)
    refused.push(await change(wrong, true), await change(wrong))
    expect(refused.map(({ body }) => body.code)).toEqual([code, code, code, code])
    expect(allOf(test.db, identityChanges)).toEqual([])
  })
})

it('a correction of a family without an account keeps old values, and does not change past appointments', async () => {
  const rita = await signInStaff(test, 'rita@example.com')
  const zoe = { name: 'Zoë', phone: '(503) 555-0142', email: 'zoe@example.com' }
  const { body } = await rita.call('POST', '/families', zoe)
  const url = `/families/${body._id}`
  const { body: made } = await rita.call('POST', `${url}/appointments`, deskBookingOf())
  test.setTime(TUESDAY_NOON)
  const later = await signInStaff(test, 'rita@example.com')
  const wanted = { ...zoe, name: 'Zoe B.', phone: '(503) 555-0199', seen: zoe }
  expect((await later.call('PUT', url, wanted)).status).toBe(200)
  expect(findAppointment(test.db, made.booking._id)).toMatchObject({ patientName: 'Zoë' })
  const { corrections } = await list(later)
  const made2 = { corrected: 0, kept: 1, subject: { type: 'family', family: body._id } }
  expect(corrections).toMatchObject([
    { ...made2, field: 'phone', from: zoe.phone, to: '(503) 555-0199' },
    { ...made2, field: 'name', from: 'Zoë', to: 'Zoe B.' },
  ])
})

describe('the database', () => {
  it('keeps corrections unchanged as long as the child, and refuses changes without one', async () => {
    await change(LOU)
    const { $client } = test.db
    const refused = [
      "UPDATE identity_changes SET old_value = 'Eve'",
      'DELETE FROM identity_changes',
      'INSERT OR REPLACE INTO identity_changes SELECT * FROM identity_changes',
    ]
    for (const sql of refused) {
      expect(() => $client.exec(sql)).toThrow('identity_change:immutable')
    }
    expect(() => $client.exec("UPDATE children SET name = 'Eve'")).toThrow(
      'identity_change:missing',
    )
    expect(allOf(test.db, identityChanges)).toHaveLength(2)
    deleteChild(test.db, mia)
    expect(allOf(test.db, identityChanges)).toEqual([])
  })

  it('fixes a completed or canceled appointment’s data about its patient', async () => {
    const id = await book(test, anna, { child: mia })
    await anna.call('POST', `/appointments/${id}/cancel`, { version: 0, refund: 0 })
    for (const column of ['child_name', 'child_birth_date', 'patient_name']) {
      const sql = `UPDATE appointments SET ${column} = '2020-01-01'`
      expect(() => test.db.$client.exec(sql)).toThrow('appointment:patient_is_fixed')
    }
  })
})
