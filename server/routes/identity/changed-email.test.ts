import { beforeEach, describe, expect, it } from 'vitest'
import { recordUnreachable } from '#domain/notifications/sending/bounces.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { buildFamilyTest, type FamilyTest, inviteGuardian, MIA } from '#server/testing/family.ts'
import { book } from '#server/testing/paying.ts'
import {
  type Session,
  sendEmails,
  signIn,
  signInAdmin,
  signInStaff,
  WEDNESDAY,
} from '#server/testing/test-app.ts'

const NEW_ANNA = 'anna@new.example'
const NEW_BORIS = 'boris@new.example'

let test: FamilyTest

beforeEach(async () => {
  test = await buildFamilyTest()
})

/** Logs in with a new, verified address; the provider has ended the earlier sessions. */
const change = ({ uid }: Session, email: string) =>
  signIn(test, email, { uid, validFrom: new Date(test.now()) })

const send = () => sendEmails(test)

describe('an account with another email', () => {
  it('keeps its appointments, children and guardians', async () => {
    const { uid } = test.anna
    const anna = await change(test.anna, NEW_ANNA)
    expect(anna.user).toMatchObject({ email: NEW_ANNA, role: 'patient' })
    expect(findUser(test.db, uid)).toMatchObject({ email: NEW_ANNA, emailVerified: true })
    const appointments = await anna.get(`/appointments?patient=${NEW_ANNA}`)
    expect(appointments.json()).toMatchObject([{ _id: test.appointmentId }])
    expect((await anna.get('/children')).json().children).toMatchObject([MIA])
    const guardians = await anna.get(`/children/${test.childId}/guardians`)
    expect(guardians.json().guardians).toHaveLength(2)
    expect((await anna.get(`/appointments?patient=${test.anna.email}`)).statusCode).toBe(403)
  })

  it('ends the sessions that began with the old one, and says why', async () => {
    const anna = await change(test.anna, NEW_ANNA)
    expect((await test.anna.get('/children')).statusCode).toBe(401)
    expect((await anna.get('/sessions')).json()).toMatchObject([
      { isCurrent: true, ended: null },
      { isCurrent: false, ended: { reason: 'email_changed' } },
    ])
  })

  it('gets at the new address the emails that bounced or were held back at the old one', async () => {
    const { uid, email } = test.anna
    test.db.$client
      .prepare("UPDATE notifications SET state = 'bounced' WHERE uid = ? AND kind = 'booked'")
      .run(uid)
    recordUnreachable(test.db, email, { source: 'smtp', now: test.now() })
    await book(test, test.anna, { child: test.childId, date: WEDNESDAY })
    await send()
    const sentTo = () =>
      test.emails.sent.map(({ kind, recipient }) => ({ kind, to: recipient.address }))
    expect(sentTo()).not.toContainEqual(expect.objectContaining({ to: email }))
    test.emails.sent.length = 0

    await change(test.anna, NEW_ANNA)
    await send()
    const booked = { kind: 'booked', to: NEW_ANNA }
    expect(sentTo()).toEqual([booked, booked])
  })

  it('is invited as a guardian at the new address only', async () => {
    const ben = await test.anna.post('/children', { name: 'Ben', birthDate: '2018-01-01' })
    const children = [ben.json()._id]
    const invite = (email: string) => inviteGuardian(test.anna, { email, children })
    const [old, current] = [await invite(test.boris.email), await invite(NEW_BORIS)]
    const accept = (by: Session, id: string) =>
      by.post(`/guardian-invitations/${id}/accept`, { merges: [] })
    expect((await accept(test.boris, current)).json()).toMatchObject({ code: 'other_address' })
    const boris = await change(test.boris, NEW_BORIS)
    expect((await accept(boris, old)).json()).toMatchObject({ code: 'other_address' })
    expect((await accept(boris, current)).json()).toMatchObject({ state: 'accepted' })
  })

  it('keeps the role of an admin and of staff: it is the same account', async () => {
    const admin = await change(await signInAdmin(test), 'admin@new.example')
    expect(admin.user.role).toBe('admin')
    expect((await admin.get('/users')).statusCode).toBe(200)
    const staff = await change(await signInStaff(test), 'staff@new.example')
    expect(staff.user.role).toBe('staff')
    expect((await staff.get('/families?search=anna')).statusCode).toBe(200)
  })
})
