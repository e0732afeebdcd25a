import { addDays } from 'date-fns/addDays'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { family } from '#contract/families/families.ts'
import { child } from '#contract/guardians/children.ts'
import {
  type GuardianList,
  INVITATION_DAYS,
  MOST_INVITATIONS,
} from '#contract/guardians/guardians.ts'
import { SENDER } from '#domain/notifications/content/examples.ts'
import type { EmailSubject } from '#domain/notifications/kinds/email-kinds.ts'
import { composeEmail } from '#domain/notifications/sending/compose.ts'
import { BY_ADMIN } from '#domain/testing/booking.ts'
import { correctChild } from '#drizzle/queries/guardians/children.ts'
import { updateUser } from '#drizzle/queries/identity/users.ts'
import { events, users } from '#drizzle/schema/index.ts'
import { allOf, eventsOf } from '#drizzle/testing/seeded-database.ts'
import { inviteGuardian, MIA } from '#server/testing/family.ts'
import { book } from '#server/testing/paying.ts'
import {
  buildTestApp,
  MONDAY_MORNING,
  type Session,
  sendEmails,
  signIn,
  signInAdmin,
  signInStaff,
  type TestApp,
  withoutChange,
} from '#server/testing/test-app.ts'

const BEN = { name: 'Ben', birthDate: '2018-01-01' }
const RIGHTS = { mayBook: true, mayPay: false, receivesEmail: true }

let test: TestApp
let anna: Session
let boris: Session
let mia: string
let ben: string

beforeEach(async () => {
  test = await buildTestApp()
  anna = await signIn(test, 'anna@example.com', { name: 'Anna' })
  boris = await signIn(test, 'boris@example.com', { name: 'Boris' })
  mia = await add(MIA)
  ben = await add(BEN)
})

async function add(details: object, by = anna): Promise<string> {
  return child.parse((await by.call('POST', '/children', details)).body)._id
}

const invite = (children: string[], email = boris.email, by = anna) =>
  by.call('POST', '/guardian-invitations', { children, email, ...RIGHTS })

const invited = (children = [mia, ben], email = boris.email) =>
  inviteGuardian(anna, { email, children, rights: RIGHTS })

const accept = (id: string, by = boris, merges: string[] = []) =>
  by.call('POST', `/guardian-invitations/${id}/accept`, { merges })

const read = (id: string, by = boris) => by.call('GET', `/guardian-invitations/${id}`)

async function join(children = [mia, ben], by = boris): Promise<void> {
  const accepted = await accept(await invited(children, by.email), by)
  expect(accepted.body).toMatchObject({ state: 'accepted' })
}

async function guardiansOf(childId: string, by = anna): Promise<GuardianList> {
  return (await by.call('GET', `/children/${childId}/guardians`)).body
}

async function childrenOf(by: Session): Promise<string[]> {
  const { body } = await by.call('GET', '/children')
  return body.children.map(({ name }: { name: string }) => name)
}

const send = () => sendEmails(test)

const kinds = () =>
  allOf(test.db, events)
    .filter(({ kind }) => kind.startsWith('guardian.'))
    .map(
      ({ kind, subject }) => `${kind.slice('guardian.'.length)} ${subject === mia ? 'Mia' : 'Ben'}`,
    )

type Answer = ReturnType<Session['call']>

/** The response to a refused call, which must change nothing. */
async function refused(ask: () => Answer): Promise<unknown> {
  const { status, body } = await withoutChange(test, () => ask())
  return `${status} ${body.code}`
}

describe('an invitation', () => {
  it('is emailed, accepted once, and creates a guardian with its rights', async () => {
    const id = await invited()
    await send()
    expect(test.emails.sent).toMatchObject([
      { kind: 'guardian_invited', inviterEmail: anna.email, acceptPath: `/invitation/${id}` },
    ])
    const bookable = [
      { _id: ben, name: 'Ben' },
      { _id: mia, name: 'Mia' },
    ]
    const open = { _id: id, inviterEmail: anna.email, children: bookable, state: 'open' }
    expect((await read(id)).body).toMatchObject({ ...open, ...RIGHTS, bookable: [] })
    // A name may be anything, but the address is verified.
    const email = composeEmail(test.emails.sent[0] as EmailSubject, SENDER)
    expect(email.text).toContain('The person with the address anna@example.com invites you')
    expect(`${email.subject} ${email.text}`).not.toMatch(/\bAnna\b/)
    const first = await accept(id)
    expect(first.body).toMatchObject({ state: 'accepted', bookable })
    expect(await accept(id)).toEqual(first)
    expect((await boris.call('GET', '/children')).body.children).toMatchObject([
      { ...BEN, isOwner: false, ...RIGHTS },
      { ...MIA, isOwner: false, ...RIGHTS },
    ])
    expect(kinds()).toEqual(['invited Mia', 'invited Ben', 'joined Ben', 'joined Mia'])
  })

  it('is in the language of the inviter, or of the account that it goes to', async () => {
    test.db.update(users).set({ language: 'es' }).where(eq(users.uid, anna.uid)).run()
    await invited([mia], 'nobody@example.com')
    await invited([ben])
    await send()
    const sent = test.emails.sent.map(({ recipient: { address, language } }) => [address, language])
    expect(sent).toEqual([
      ['nobody@example.com', 'es'],
      [boris.email, 'en'],
    ])
  })

  it('does not reveal whether its address has an account', async () => {
    const shown = ({ status, body }: Awaited<Answer>) => [status, { ...body, _id: '', email: '' }]
    expect(shown(await invite([mia]))).toEqual(shown(await invite([mia], 'nobody@example.com')))
  })

  it('requires a login with its verified address', async () => {
    const id = await invited()
    const clara = await signIn(test, 'clara@example.com')
    for (const ask of [read, accept]) {
      expect(await refused(() => ask(id, clara))).toBe('403 other_address')
      expect(await refused(() => ask(id, anna))).toBe('403 other_address')
    }
    updateUser(test.db, boris.uid, { emailVerified: false })
    for (const ask of [read, accept]) expect(await refused(() => ask(id))).toBe('403 unverified')
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await refused(() => accept(unknown))).toBe('404 not_found')
  })

  it('is replaced by the next one to the same address', async () => {
    const first = await invited()
    const second = await invited([mia])
    expect((await accept(first)).body).toMatchObject({ state: 'revoked', children: [] })
    expect((await guardiansOf(mia)).invitations).toMatchObject([{ _id: second, state: 'open' }])
    expect((await guardiansOf(ben)).invitations).toEqual([])
    await send()
    expect(test.emails.sent).toMatchObject([{ acceptPath: `/invitation/${second}` }])
    await accept(second)
    expect(await childrenOf(boris)).toEqual(['Mia'])
  })

  it('expires, and can be withdrawn by any owner of its children', async () => {
    const id = await invited()
    test.setTime(addDays(MONDAY_MORNING, INVITATION_DAYS))
    expect((await accept(id)).body).toMatchObject({ state: 'expired' })
    expect((await guardiansOf(mia)).invitations).toMatchObject([{ _id: id, state: 'expired' }])
    test.setTime(MONDAY_MORNING)
    const path = `/guardian-invitations/${id}`
    expect(await refused(() => boris.call('DELETE', path))).toBe('404 not_found')
    expect((await anna.call('DELETE', path)).body).toMatchObject({ state: 'revoked' })
    expect((await anna.call('DELETE', path)).status).toBe(200)
    expect((await read(id)).body).toMatchObject({ state: 'revoked' })
    await join()
    const accepted = test.db.$client
      .prepare('SELECT id FROM guardian_invitations WHERE accepted_at IS NOT NULL')
      .pluck()
      .get()
    const again = `/guardian-invitations/${accepted}`
    expect(await refused(() => anna.call('DELETE', again))).toBe('409 already_accepted')
  })

  it('adds only children that the inviter still owns and that are not archived', async () => {
    const id = await invited()
    await anna.call('PUT', `/children/${ben}`, { ...BEN, archived: true })
    expect((await read(id)).body).toMatchObject({ children: [{ _id: mia, name: 'Mia' }] })
    await accept(id)
    expect(await childrenOf(boris)).toEqual(['Mia'])
    const next = await invited([mia], 'clara@example.com')
    const clara = await signIn(test, 'clara@example.com')
    const path = `/children/${mia}/guardians`
    await anna.call('PUT', `${path}/${boris.uid}`, { isOwner: true, ...RIGHTS })
    await anna.call('DELETE', `${path}/${anna.uid}`)
    expect((await accept(next, clara)).body).toMatchObject({ state: 'revoked' })
    expect(await childrenOf(clara)).toEqual([])
  })

  it('is removed with the inviter’s account', async () => {
    const id = await invited()
    const admin = await signInAdmin(test)
    await admin.call('DELETE', `/user/${anna.email}`)
    expect((await read(id)).status).toBe(404)
    await send()
    expect(test.emails.sent).toEqual([])
  })

  it.each<[string, string, () => Answer]>([
    ['a child of others', '404 not_found', () => invite([mia], 'c@example.com', boris)],
    ['oneself', '409 yourself', () => invite([mia], anna.email)],
    ['no child', '400 invalid_input', () => invite([])],
    ['the same child twice', '400 invalid_input', () => invite([mia, mia])],
    ['a wrong email', '400 invalid_input', () => invite([mia], 'boris')],
  ])('is refused for %s', async (_, answer, ask) => {
    expect(await refused(ask)).toBe(answer)
  })

  it('is refused for archived children and existing guardians, and from users who do not own the child', async () => {
    await anna.call('PUT', `/children/${ben}`, { ...BEN, archived: true })
    expect(await refused(() => invite([mia, ben]))).toBe('409 archived')
    await join([mia])
    expect(await refused(() => invite([mia]))).toBe('409 already_guardian')
    expect(await refused(() => invite([mia], 'c@example.com', boris))).toBe('403 forbidden')
    updateUser(test.db, anna.uid, { emailVerified: false })
    expect(await refused(() => invite([mia], 'c@example.com'))).toBe('403 unverified')
  })

  it('is limited: six guardians with open invitations, twenty invitations a day', async () => {
    for (const n of [1, 2, 3, 4, 5]) await invited([mia], `g${n}@example.com`)
    expect(await refused(() => invite([mia]))).toBe('409 too_many_guardians')
    // One of them is corrected.
    expect((await invite([mia], 'g1@example.com')).status).toBe(201)
    for (let n = 6; n < MOST_INVITATIONS; n += 1) await invited([ben], 'g1@example.com')
    expect(await refused(() => invite([ben], 'g1@example.com'))).toBe('409 too_many_invitations')
  })

  it('merges the child that both parents have added, once the invited parent agrees', async () => {
    const id = await invited([mia, ben])
    const own = await add({ ...MIA, name: 'mía' }, boris)
    const booked = await book(test, boris, { child: own, date: 'Mar 3, 2027' })
    const merges = [{ _id: own, name: 'mía' }]
    const children = [
      { _id: ben, name: 'Ben' },
      { _id: mia, name: 'Mia' },
    ]
    expect((await read(id)).body).toMatchObject({ children, merges })
    expect(await refused(() => accept(id))).toBe('409 not_agreed')
    expect((await accept(id, boris, [own])).body).toMatchObject({
      state: 'accepted',
      merges: [],
      bookable: [
        { _id: ben, name: 'Ben' },
        { _id: mia, name: 'Mia' },
      ],
    })
    expect(await childrenOf(boris)).toEqual(['Ben', 'Mia'])
    const { body } = await boris.call('GET', `/appointment/${booked}`)
    expect(body).toMatchObject({ child: { _id: mia, name: 'Mia' } })
    expect((await anna.call('GET', '/children/appointments')).body).toMatchObject([
      { _id: booked, child: { _id: mia, name: 'Mia' } },
    ])
    const data = { into: mia, appointments: 1 }
    expect(eventsOf(test.db, own)).toMatchObject([{}, { kind: 'child.merged', data }])
  })

  it('merges no child with other guardians, and none with the same appointment', async () => {
    const id = await invited([mia])
    const own = await add(MIA, boris)
    const clara = await signIn(test, 'clara@example.com')
    const shared = await inviteGuardian(boris, { email: clara.email, children: [own] })
    await accept(shared, clara)
    expect((await read(id)).body).toMatchObject({ merges: [] })
    expect(await refused(() => accept(id, boris, [own]))).toBe('409 same_child')
    await boris.call('DELETE', `/children/${own}/guardians/${clara.uid}`)
    const date = 'Mar 3, 2027'
    await book(test, anna, { child: mia, date })
    const later = '11:30 AM - 12:00 PM'
    const booked = await book(test, boris, { child: own, date, slot: later })
    expect(await refused(() => accept(id, boris, [own]))).toBe('409 conflict')
    await boris.call('POST', `/appointments/${booked}/cancel`, { version: 0, refund: 0 })
    expect((await accept(id, boris, [own])).body).toMatchObject({ state: 'accepted' })
  })

  it('names the children that the invited user may book for at the time of each view', async () => {
    const ida = await add({ name: 'Ida', birthDate: '2022-01-01' }, boris)
    const id = await invited()
    await accept(id)
    const bookable = async () => (await read(id)).body.bookable
    expect(await bookable()).toHaveLength(2)
    const rights = { isOwner: false, ...RIGHTS, mayBook: false }
    await anna.call('PUT', `/children/${ben}/guardians/${boris.uid}`, rights)
    expect(await bookable()).toEqual([{ _id: mia, name: 'Mia' }])
    await anna.call('PUT', `/children/${mia}`, { ...MIA, archived: true })
    expect(await bookable()).toEqual([])
    await anna.call('PUT', `/children/${mia}`, { ...MIA, archived: false })
    await anna.call('DELETE', `/children/${mia}/guardians/${boris.uid}`)
    expect(await bookable()).toEqual([])
    expect(await childrenOf(boris)).toEqual(['Ben', 'Ida'])
    expect(JSON.stringify((await read(id)).body)).not.toContain(ida)
  })

  it('is possible despite an archived child of the same name', async () => {
    const id = await invited([mia])
    const own = await add(MIA, boris)
    const archived = { ...MIA, archived: true }
    await boris.call('PUT', `/children/${own}`, archived)
    expect((await read(id)).body).toMatchObject({ merges: [] })
    expect((await accept(id)).body).toMatchObject({ state: 'accepted' })
    const back = { ...archived, archived: false }
    expect(await refused(() => boris.call('PUT', `/children/${own}`, back))).toBe('409 same_child')
    // Nor does it keep the owner of the shared child from changing it.
    const change = { ...MIA, name: 'Mia Lou', archived: false }
    for (const each of [change, { ...MIA, archived: false }]) {
      expect((await anna.call('PUT', `/children/${mia}`, each)).status).toBe(200)
    }
  })

  it('shares a child that cannot be renamed to another one on a guardian’s list', async () => {
    await join([mia])
    await add({ ...MIA, name: 'Ida' }, boris)
    const change = { ...MIA, name: 'ida', archived: false }
    const { status, body } = await anna.call('PUT', `/children/${mia}`, change)
    expect([status, body.code]).toEqual([409, 'same_child'])
    expect(body.message).toContain('Another guardian')
  })

  it('is refused for a thirteenth child or a seventh guardian', async () => {
    const id = await invited([mia])
    const others = await Promise.all(
      Array.from({ length: 12 }, (_, index) => add({ ...MIA, name: `Child ${index}` }, boris)),
    )
    expect(await refused(() => accept(id))).toBe('409 too_many_children')
    await boris.call('DELETE', `/children/${others[0]}`)
    expect((await accept(id)).body).toMatchObject({ state: 'accepted' })
  })

  it('is not possible for adults', async () => {
    const id = await invited([ben])
    correctChild(test.db, ben, { birthDate: '2009-03-01' }, BY_ADMIN)
    expect(await refused(() => accept(id))).toBe('409 adult')
    expect(await refused(() => invite([ben], 'c@example.com'))).toBe('409 adult')
  })
})

describe('guardians', () => {
  const path = (uid: string, childId = mia) => `/children/${childId}/guardians/${uid}`

  it('are listed to each other; emails and invitations are for owners only', async () => {
    await join()
    await invited([mia], 'clara@example.com')
    expect(await guardiansOf(mia)).toMatchObject({
      guardians: [
        { _id: anna.uid, name: 'Anna', email: anna.email, isYou: true, isOwner: true },
        { _id: boris.uid, name: 'Boris', email: boris.email, isYou: false, isOwner: false },
      ],
      invitations: [{ email: 'clara@example.com', state: 'open' }],
    })
    const seen = await guardiansOf(mia, boris)
    expect(seen).toMatchObject({ guardians: [{ name: 'Anna' }, { isYou: true }], invitations: [] })
    expect(JSON.stringify(seen)).not.toContain('@')
  })

  it('are shown to staff with the open invitations, on each of their pages', async () => {
    await join([mia])
    await invited([mia, ben], 'clara@example.com')
    const staff = await signInStaff(test)
    const { body } = await staff.call('GET', `/families/${boris.uid}`)
    expect(family.parse(body).children).toMatchObject([
      {
        name: 'Mia',
        guardians: [
          { name: 'Anna', email: anna.email, isOwner: true },
          { name: 'Boris', isOwner: false, ...RIGHTS },
        ],
        invitations: [{ email: 'clara@example.com' }],
      },
    ])
    expect(eventsOf(test.db, anna.uid)).toMatchObject([{}, { kind: 'user.viewed' }])
  })

  it('are named to staff with the appointments that they have booked for each other’s children', async () => {
    await join([mia])
    const own = await book(test, boris, { date: 'Mar 3, 2027' })
    const shared = await book(test, anna, { child: mia, date: 'Mar 4, 2027' })
    await book(test, anna, { date: 'Mar 5, 2027' })
    const staff = await signInStaff(test)
    const { body } = await staff.call('GET', `/families/${boris.uid}`)
    const { appointments } = family.parse(body)
    const bookedBy = { _id: anna.uid, name: 'Anna' }
    expect(appointments).toMatchObject([
      { _id: shared, child: { name: 'Mia' }, bookedBy },
      { _id: own },
    ])
    expect(appointments[1]).not.toHaveProperty('bookedBy')
  })

  it('have their rights changed by owners, who have all rights themselves', async () => {
    await join()
    const wanted = { isOwner: false, mayBook: false, mayPay: true, receivesEmail: false }
    expect(await refused(() => boris.call('PUT', path(boris.uid), wanted))).toBe('403 forbidden')
    expect((await anna.call('PUT', path(boris.uid), wanted)).body).toMatchObject(wanted)
    await anna.call('PUT', path(boris.uid), wanted)
    const owner = { ...wanted, isOwner: true, mayPay: false }
    expect((await anna.call('PUT', path(boris.uid), owner)).body).toMatchObject({
      ...{ isOwner: true, mayBook: true, mayPay: true, receivesEmail: false },
    })
    expect(kinds().filter((kind) => kind.startsWith('updated'))).toHaveLength(2)
    expect(await refused(() => anna.call('PUT', path('nobody'), wanted))).toBe('404 not_found')
  })

  it('leave or are removed, after which the child does not exist for them', async () => {
    await join()
    expect((await boris.call('DELETE', path(boris.uid))).body).toEqual({ outcome: 'left' })
    expect((await anna.call('DELETE', path(boris.uid, ben))).body).toEqual({ outcome: 'removed' })
    expect(await childrenOf(boris)).toEqual([])
    for (const id of [mia, ben]) {
      expect(await refused(() => boris.call('GET', `/children/${id}/guardians`))).toBe(
        '404 not_found',
      )
    }
    expect(kinds().slice(-2)).toEqual(['left Mia', 'revoked Ben'])
    // The invitation was already accepted.
    const id = test.db.$client.prepare('SELECT id FROM guardian_invitations').pluck().get()
    await accept(String(id))
    expect(await childrenOf(boris)).toEqual([])
  })

  it('are in the audit log of the person, also once they were removed', async () => {
    await join([mia])
    await anna.call('DELETE', path(boris.uid))
    const admin = await signInAdmin(test)
    const { body } = await admin.call('GET', `/audit?person=${encodeURIComponent(boris.email)}`)
    const kinds = body.events.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['guardian.joined', 'guardian.revoked']))
  })

  it('always include an owner', async () => {
    const wanted = { isOwner: false, ...RIGHTS }
    expect(await refused(() => anna.call('DELETE', path(anna.uid)))).toBe('409 last_owner')
    await join()
    expect(await refused(() => anna.call('DELETE', path(anna.uid)))).toBe('409 last_owner')
    expect(await refused(() => anna.call('PUT', path(anna.uid), wanted))).toBe('409 last_owner')
    expect(await refused(() => boris.call('DELETE', path(anna.uid)))).toBe('403 forbidden')
    await anna.call('PUT', path(boris.uid), { ...wanted, isOwner: true })
    expect((await boris.call('DELETE', path(anna.uid))).status).toBe(200)
    expect(await childrenOf(anna)).toEqual(['Ben'])
  })
})
