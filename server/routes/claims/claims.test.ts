import { describe, expect, it } from 'vitest'
import {
  CLAIM_TRIES,
  type Claim,
  type ClaimCounts,
  type ClaimLetter,
  type ClaimLetters,
  type SentClaims,
} from '#contract/claims/claims.ts'
import type { Family } from '#contract/families/families.ts'
import type { ProposedLink } from '#contract/families/family-links.ts'
import { MOST_CHILDREN } from '#contract/guardians/children.ts'
import { importer } from '#domain/imports/testing/import-file.ts'
import { findFamilyErrors } from '#drizzle/checks/families.ts'
import { setDeskLanguage } from '#drizzle/queries/front-desk/families.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/schedule.ts'
import { claims, deskFamilies, familyLinks, notifications } from '#drizzle/schema/index.ts'
import { allOf, eventsOf } from '#drizzle/testing/seeded-database.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import {
  buildTestApp,
  changeClinic,
  deskBookingOf,
  type Session,
  signIn,
  signInAdmin,
  signInStaff,
  type TestApp,
  takeEmails,
  withoutChange,
} from '#server/testing/test-app.ts'

// docs/requirements.md#claims

const FILE = `Household ID,Patient ID,First Name,Last Name,DOB,Guardian First Name,Guardian Last Name,Phone,Email,Guardian 2 Name,Guardian 2 Email
H1,C1,Mia,Parker,2021-06-05,Paula,Parker,(503) 555-0142,paula@example.com,Paul Parker,paul@example.com
H1,C2,Ben,Parker,2018-02-28,Paula,Parker,(503) 555-0142,paula@example.com,,
H2,C3,Zoë,Hara,2024-02-29,Olive,Hara,(503) 555-0190,,,
`
const RIGHT = { birthDate: '2018-02-28' }
const WRONG = ['2018-02-27', '2018-02-26', '2018-02-25']

/** Two imported families: Paula's can be reached by email, Olive's by letter. */
async function moveIn(env: Record<string, string> = {}) {
  const api = await buildTestApp({ env })
  const admin = await signInAdmin(api)
  const flow = importer(api.db, api.now)
  const { id: importId } = await flow.import('families', FILE)
  const idOf = (name: string) =>
    allOf(api.db, deskFamilies).find((family) => family.name === name)?.id ?? ''
  const paulas = idOf('Paula Parker')
  const olives = idOf('Olive Hara')
  const counts = async () => (await admin.call('GET', '/claims')).body as ClaimCounts
  const send = async () => (await admin.call('POST', '/claims/send')).body as SentClaims
  const print = async (which: 'next' | 'last') =>
    (await admin.call('POST', '/claims/letters', { which })).body as ClaimLetters
  /** Sends the invitations; the token of the email. */
  async function invite(): Promise<string> {
    await send()
    const [email] = await takeEmails(api)
    if (email?.kind !== 'claim_offered') throw new Error('No family was invited.')
    return email.claimUrl.split('/').at(-1) ?? ''
  }
  const letterFor = async (family: string, by: Session = admin) =>
    (await by.call('POST', `/families/${family}/claim-letter`)).body as ClaimLetter
  const open = async (token: string, by?: Session) =>
    (await api.app.inject({ url: `/claims/${token}`, headers: by?.headers ?? {} })).json() as Claim
  const claim = (by: Session, token: string, proof: object = RIGHT) =>
    by.call('POST', `/claims/${token}`, proof)
  const kinds = (family: string) =>
    eventsOf(api.db, family)
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith('claim.'))
  const family = async (id: string) => (await admin.call('GET', `/families/${id}`)).body as Family
  const people = { admin, paulas, olives }
  const acts = { counts, send, print, invite, letterFor, open, claim, kinds, family }
  return { api, flow, importId, ...people, ...acts }
}

const refused = (code: string, more: object = {}) => ({ status: 409, body: { code, ...more } })

describe('a claim', () => {
  it('takes a family from the email of its invitation to an account with its records', async () => {
    const { api, admin, paulas, invite, open, claim, kinds, family } = await moveIn()
    const children = (await family(paulas)).children
    const booking = { date: 'Mar 9, 2027', child: children[0]?._id }
    await admin.call('POST', `/families/${paulas}/appointments`, deskBookingOf(booking))
    await takeEmails(api)
    const token = await invite()
    expect(await open(token)).toMatchObject({
      ...{ state: 'open', triesLeft: CLAIM_TRIES, until: '2027-04-30', claimed: null },
      clinic: { name: expect.any(String), phone: expect.any(String) },
    })
    // Another address than the family's.
    const paula = await signIn(api, 'paula.new@example.com')
    const claimed = await claim(paula, token)
    expect(claimed).toMatchObject({
      status: 200,
      body: {
        children: [{ name: 'Ben Parker' }, { name: 'Mia Parker' }],
        appointments: [{ date: '2027-03-09', child: children[0]?.name }],
        otherGuardian: { name: 'Paul Parker', email: 'paul@example.com' },
      },
    })
    expect(await claim(paula, token)).toEqual(claimed)
    expect(await claim(paula, token, { birthDate: WRONG[0] })).toEqual(claimed)
    expect(await open(token, paula)).toMatchObject({ state: 'yours', claimed: claimed.body })
    expect(await open(token)).toMatchObject({ state: 'used', claimed: null })
    expect(kinds(paulas)).toEqual(['claim.sent', 'claim.used'])
    const own = await paula.get(`/appointments?patient=${paula.email}`)
    expect(own.json()).toMatchObject([{ treatment: 'Allergy Testing' }])
    expect(await family(paula.uid)).toMatchObject({
      claim: { state: 'used', channel: 'email' },
      secondGuardian: { name: 'Paul Parker' },
      linked: [{ name: 'Paula Parker', appointments: 1 }],
    })
    expect(findFamilyErrors(api.db)).toEqual([])
    // Nothing else was sent.
    expect(await takeEmails(api)).toEqual([])
  })

  it('needs a verified email, and no account of the staff', async () => {
    const { api, admin, invite, claim } = await moveIn()
    const token = await invite()
    const stranger = await signIn(api, 'new@example.com', { emailVerified: false })
    const rita = await signInStaff(api)
    await withoutChange(api, async () => {
      expect(await claim(stranger, token)).toMatchObject({
        status: 403,
        body: { code: 'unverified' },
      })
      for (const one of [rita, admin]) {
        expect(await claim(one, token)).toMatchObject({
          ...{ status: 403, body: { code: 'staff_account' } },
        })
      }
    })
  })

  it('fails after three wrong birth dates, and takes a new letter then', async () => {
    const { api, paulas, invite, letterFor, open, claim, kinds, counts, send } = await moveIn()
    const token = await invite()
    const paula = await signIn(api, 'paula@example.com')
    const tryDate = (birthDate = '') => claim(paula, token, { birthDate })
    const first = await tryDate(WRONG[0])
    expect(first).toMatchObject(refused('wrong_birth_date', { triesLeft: 2 }))
    expect(first.body.message).toContain('You can try 2 more times.')
    // The same request again, such as after a lost answer.
    expect(await tryDate(WRONG[0])).toEqual(first)
    expect((await tryDate(WRONG[1])).body.message).toContain('You can try 1 more time.')
    expect(await tryDate(WRONG[2])).toMatchObject(refused('failed', { triesLeft: 0 }))
    expect(await claim(paula, token)).toMatchObject(refused('failed'))
    expect(await open(token, paula)).toMatchObject({ state: 'failed', triesLeft: 0 })
    expect(kinds(paulas)).toEqual(['claim.sent', ...WRONG.map(() => 'claim.failed')])
    expect(await counts()).toMatchObject({ failed: 1, toSend: 0, sent: 0 })
    expect((await send()).emails).toBe(0)
    const letter = await letterFor(paulas, await signInStaff(api))
    expect(await claim(paula, token)).toMatchObject(refused('replaced'))
    expect((await claim(paula, letter.token)).status).toBe(200)
  })

  it('has one winner of two parents, and says who to ask', async () => {
    const { api, paulas, invite, claim, kinds } = await moveIn()
    const token = await invite()
    const paula = await signIn(api, 'paula@example.com')
    const paul = await signIn(api, 'paul@example.com')
    const answers = await Promise.all([claim(paul, token), claim(paula, token)])
    expect(answers).toMatchObject([
      // The other guardian of the file is the one who has not claimed.
      {
        status: 200,
        body: { otherGuardian: { name: 'Paula Parker', email: 'paula@example.com' } },
      },
      refused('used'),
    ])
    expect(answers[1]?.body.message).toContain('Ask the other guardian to invite you')
    expect(kinds(paulas)).toEqual(['claim.sent', 'claim.used'])
    expect(allOf(api.db, familyLinks)).toMatchObject([{ uid: paul.uid, state: 'confirmed' }])
  })

  it('and a proposal of staff at the same moment make one link', async () => {
    const { api, admin, paulas, invite, claim, family } = await moveIn()
    const token = await invite()
    const paula = await signIn(api, 'paula@example.com')
    const paul = await signIn(api, 'paul@example.com')
    const propose = () =>
      admin.call('POST', `/families/${paulas}/link`, { account: paula.uid, appointments: [] })
    expect(await family(paulas)).toMatchObject({ link: { account: { _id: paula.uid } } })
    const [proposed, claimed] = await Promise.all([propose(), claim(paul, token)])
    expect([proposed.status, claimed.status]).toEqual([200, 200])
    expect((await paula.call('GET', '/family-links')).body).toEqual([])
    expect(allOf(api.db, familyLinks)).toMatchObject([
      { uid: paula.uid, state: 'replaced' },
      { uid: paul.uid, state: 'confirmed', proposedBy: admin.uid },
    ])
    expect(await propose()).toMatchObject(refused('no_account'))
    expect(findFamilyErrors(api.db)).toEqual([])
  })

  it('confirms the proposal of staff to the same account', async () => {
    const { api, admin, paulas, invite, claim } = await moveIn()
    const token = await invite()
    const paula = await signIn(api, 'paula@example.com')
    await admin.call('POST', `/families/${paulas}/link`, { account: paula.uid, appointments: [] })
    expect((await claim(paula, token)).status).toBe(200)
    expect(allOf(api.db, familyLinks)).toMatchObject([{ uid: paula.uid, state: 'confirmed' }])
  })

  it('of a family that its account has confirmed already changes nothing', async () => {
    const { api, admin, paulas, invite, claim } = await moveIn()
    const token = await invite()
    const paula = await signIn(api, 'paula@example.com')
    await admin.call('POST', `/families/${paulas}/link`, { account: paula.uid, appointments: [] })
    const [link] = (await paula.call('GET', '/family-links')).body as ProposedLink[]
    await paula.call('POST', `/family-links/${link?._id}/confirm`)
    const paul = await signIn(api, 'paul@example.com')
    await withoutChange(api, async () => {
      expect((await claim(paula, token)).status).toBe(200)
      expect(await claim(paul, token)).toMatchObject(refused('used'))
    })
  })

  it('is refused by the rules of linking, and can be repeated then', async () => {
    const { api, admin, paulas, invite, claim, family } = await moveIn()
    const token = await invite()
    const paula = await signIn(api, 'paula@example.com')
    const ids: string[] = []
    for (let index = 0; index < MOST_CHILDREN - 1; index += 1) {
      const child = { name: `Child ${'abcdefghijkl'[index]}`, birthDate: '2020-01-01' }
      ids.push((await paula.call('POST', '/children', child)).body._id)
    }
    await withoutChange(api, async () =>
      expect(await claim(paula, token)).toMatchObject(refused('too_many_children')),
    )
    await paula.delete(`/children/${ids[0]}`)
    // The same treatment on the same day, for the guardian.
    const booking = deskBookingOf({ date: 'Mar 9, 2027' })
    await admin.call('POST', `/families/${paulas}/appointments`, booking)
    const twin = deskBookingOf({ date: 'Mar 9, 2027', slot: '10:00 AM - 10:30 AM' })
    const own = await admin.call('POST', `/families/${paula.uid}/appointments`, twin)
    await withoutChange(api, async () =>
      expect(await claim(paula, token)).toMatchObject(refused('conflict', { triesLeft: 3 })),
    )
    await admin.call('POST', `/appointments/${own.body.booking._id}/cancel`, {
      version: 0,
      refund: 0,
      byClinic: true,
    })
    const [conflicting] = (await family(paula.uid)).appointments
    expect(conflicting?.status).toBe('cancelled')
    expect((await claim(paula, token)).status).toBe(200)
  })

  it('is impossible once the children are archived, or the family is removed', async () => {
    const { api, admin, paulas, invite, claim, family, counts } = await moveIn()
    const token = await invite()
    const paula = await signIn(api, 'paula@example.com')
    for (const { _id, name, birthDate, archived } of (await family(paulas)).children) {
      const seen = { name, birthDate, archived }
      const change = { name, birthDate, archived: true, seen }
      await admin.call('PUT', `/families/${paulas}/children/${_id}`, change)
    }
    expect(await claim(paula, token)).toMatchObject(refused('no_children', { triesLeft: 3 }))
    expect(await counts()).toMatchObject({ sent: 1 })
    expect((await admin.delete(`/families/${paulas}`)).statusCode).toBe(200)
    expect((await claim(paula, token)).status).toBe(404)
    expect(allOf(api.db, claims)).toEqual([])
  })

  it('starts again after an admin has undone its link', async () => {
    const { api, admin, paulas, invite, claim, letterFor, open, family } = await moveIn()
    const token = await invite()
    const paul = await signIn(api, 'paul@example.com')
    await claim(paul, token)
    const [link] = (await family(paul.uid)).linked
    await admin.post(`/family-links/${link?._id}/undo`)
    expect(await open(token, paul)).toMatchObject({ state: 'replaced', claimed: null })
    expect(await claim(paul, token)).toMatchObject(refused('replaced'))
    const paula = await signIn(api, 'paula@example.com')
    const letter = await letterFor(paulas)
    expect((await claim(paula, letter.token)).status).toBe(200)
    expect(await family(paula.uid)).toMatchObject({ claim: { state: 'used', channel: 'letter' } })
  })

  it('expires at midnight after 60 days, although the clock was changed meanwhile', async () => {
    const { api, invite, claim, open, counts } = await moveIn()
    const token = await invite()
    const paula = await signIn(api, 'paula@example.com')
    // Daylight saving time has begun: midnight in New York.
    api.setTime(new Date('2027-05-01T03:59:59Z'))
    expect(await open(token)).toMatchObject({ state: 'open', until: '2027-04-30' })
    api.setTime(new Date('2027-05-01T04:00:00Z'))
    expect(await open(token)).toMatchObject({ state: 'expired' })
    expect(await claim(paula, token)).toMatchObject(refused('expired'))
    expect(await counts()).toMatchObject({ sent: 0, toSend: 1 })
  })

  it('has a letter in the language of its family', async () => {
    const { api, olives, letterFor } = await moveIn()
    expect(await letterFor(olives)).not.toHaveProperty('language')
    await writeTransaction(api.db, (tx) => setDeskLanguage(tx, olives, 'es'))
    expect(await letterFor(olives)).toMatchObject({ family: { _id: olives }, language: 'es' })
  })

  it('is valid for as many days as an admin has set when it is made', async () => {
    const { api, invite, open, letterFor, olives, counts } = await moveIn()
    const before = await invite()
    await changeClinic(api, { invitationDays: 7 })
    expect((await letterFor(olives)).until).toBe('2027-03-08')
    expect(await open(before)).toMatchObject({ state: 'open', until: '2027-04-30' })
    expect(await counts()).toMatchObject({ linkDays: 7 })
  })

  it('ends with the email of the family, which is invited again at the new one', async () => {
    const { api, admin, paulas, invite, open, family } = await moveIn()
    const token = await invite()
    const { name, phone, email } = await family(paulas)
    const seen = { name, phone, email }
    const changed = { name, phone, email: 'paula.parker@example.com', seen }
    expect((await admin.put(`/families/${paulas}`, changed)).statusCode).toBe(200)
    expect(await open(token)).toMatchObject({ state: 'replaced' })
    await takeEmails(api)
    expect(await open(await invite())).toMatchObject({ state: 'open' })
  })
})

describe('the other guardian', () => {
  it('is not suggested once invited', async () => {
    const { api, invite, claim, open } = await moveIn()
    const token = await invite()
    const paula = await signIn(api, 'paula@example.com')
    const { body } = await claim(paula, token)
    const children = body.children.map(({ _id }: { _id: string }) => _id)
    const rights = { mayBook: true, mayPay: true, receivesEmail: true }
    const invited = { children, email: body.otherGuardian.email, ...rights }
    expect((await paula.post('/guardian-invitations', invited)).statusCode).toBe(201)
    expect((await open(token, paula)).claimed).toMatchObject({ otherGuardian: null })
  })
})

/** Adds imported families that can be invited by email, with a child each. */
function addFamilies(api: TestApp, number: number): void {
  api.db.$client.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${number})
    insert into desk_families (id, name, phone, email, import_id, created_by, created_at)
      select 'more-' || i, 'More', '1', 'more-' || i || '@example.com', 'import', 'admin', 0 from n;
    insert into children (id, name, birth_date, created_by, created_at, desk_family_id)
      select 'child of ' || id, 'Max', '2020-01-01', 'admin', 0, id from desk_families where id like 'more-%';`)
}

describe('invitations by email', () => {
  it('go to families with an address, once, also of two presses at once', async () => {
    const { api, counts, send, olives, kinds } = await moveIn()
    expect(await counts()).toEqual({
      ...{ toSend: 1, toPrint: 1, sent: 0, printed: 0, failed: 0, claimed: 0 },
      ...{ mostAnHour: 500, linkDays: 60 },
      ...{ nextBatch: 1, nextAt: null, lastLetters: 0 },
    })
    const presses = await Promise.all([send(), send()])
    expect(presses.map(({ emails }) => emails).toSorted()).toEqual([0, 1])
    expect((await send()).emails).toBe(0)
    expect(await takeEmails(api)).toMatchObject([
      { kind: 'claim_offered', recipient: { address: 'paula@example.com' } },
    ])
    expect(kinds(olives)).toEqual([])
    expect(await counts()).toMatchObject({ toSend: 0, toPrint: 1, sent: 1, nextBatch: 0 })
    // The token is only in the email.
    expect(JSON.stringify(allOf(api.db, notifications).at(-1)?.data)).not.toMatch(
      /\w{4}-\w{4}-\w{4}-\w{4}-\w{4}-/,
    )
  })

  it('are at most 500 an hour, or as many as an admin has set', async () => {
    const { api, send, counts } = await moveIn()
    addFamilies(api, 520)
    expect((await send()).emails).toBe(500)
    const nextAt = new Date(api.now().getTime() + 3_600_000)
    const after = { toSend: 21, nextBatch: 0, nextAt: nextAt.toISOString() }
    expect(await send()).toMatchObject({ emails: 0, counts: after })
    api.setTime(new Date(nextAt.getTime() - 1))
    expect(await counts()).toMatchObject({ nextBatch: 0 })
    api.setTime(nextAt)
    expect(await counts()).toMatchObject({ nextBatch: 21, nextAt: null })
  })

  it('are as many an hour as an admin has set', async () => {
    const { api, send, counts } = await moveIn()
    addFamilies(api, 5)
    await changeClinic(api, { invitationsPerHour: 3 })
    expect(await counts()).toMatchObject({ toSend: 6, mostAnHour: 3, nextBatch: 3 })
    expect((await send()).emails).toBe(3)
    const start = api.now().getTime()
    api.setTime(new Date(start + 60_000))
    await changeClinic(api, { invitationsPerHour: 5 })
    expect((await send()).emails).toBe(2)
    // With two an hour, the next email waits for all five but one.
    await changeClinic(api, { invitationsPerHour: 2 })
    const nextAt = new Date(start + 3_660_000).toISOString()
    expect(await counts()).toMatchObject({ toSend: 1, nextBatch: 0, nextAt })
  })

  it('to an address that bounced become a letter', async () => {
    const { api, counts, send, paulas } = await moveIn()
    await send()
    api.db.$client
      .prepare('update desk_families set bounced_email = email where id = ?')
      .run(paulas)
    expect(await counts()).toMatchObject({ toSend: 0, sent: 0, toPrint: 2 })
  })
})

describe('letters', () => {
  it('have a link that can be typed, and can be made again with a new one', async () => {
    const { api, olives, print, open, claim } = await moveIn()
    const { letters, counts } = await print('next')
    expect(letters).toMatchObject([{ family: { _id: olives }, until: '2027-04-30' }])
    expect(counts).toMatchObject({ toPrint: 0, printed: 1, lastLetters: 1 })
    expect((await print('next')).letters).toEqual([])
    const again = await print('last')
    expect(again.letters).toHaveLength(1)
    expect(await open(letters[0]?.token ?? '')).toMatchObject({ state: 'replaced' })
    const typed = (again.letters[0]?.token ?? '').toUpperCase().replaceAll('-', ' ')
    const misread = typed.replaceAll('0', 'O').replaceAll('1', 'l')
    const olive = await signIn(api, 'olive@example.com')
    const claimed = await claim(olive, encodeURIComponent(misread), { birthDate: 'Feb 29, 2024' })
    expect(claimed).toMatchObject({ status: 200, body: { otherGuardian: null } })
  })

  it('are made once by two presses at once', async () => {
    const { print } = await moveIn()
    const presses = await Promise.all([print('next'), print('next')])
    expect(presses.flatMap(({ letters }) => letters)).toHaveLength(1)
  })

  it('of colleagues are not made again', async () => {
    const { api, olives, letterFor, counts, open, print } = await moveIn()
    const { token } = await letterFor(olives, await signInStaff(api))
    expect(await counts()).toMatchObject({ printed: 1, lastLetters: 0 })
    expect((await print('last')).letters).toEqual([])
    expect(await open(token)).toMatchObject({ state: 'open' })
  })

  it('are refused for a family with an account', async () => {
    const { api, admin, paulas, invite, claim } = await moveIn()
    await claim(await signIn(api, 'paula@example.com'), await invite())
    const letter = await admin.call('POST', `/families/${paulas}/claim-letter`)
    expect(letter).toMatchObject(refused('has_account'))
  })
})

describe('guessed links', () => {
  it('have all the same answer, and are limited for an address', async () => {
    const { api } = await moveIn({ RATE_LIMIT: 'on' })
    const guesses = Array.from({ length: 100 }, (_, index) =>
      index % 2 === 0 ? `${index}`.repeat(30).slice(0, 52) : `guess-${index}`,
    )
    const answers = []
    for (const guess of guesses) {
      const { statusCode, body } = await api.app.inject({ url: `/claims/${guess}` })
      answers.push(`${statusCode} ${statusCode === 404 ? body : ''}`)
    }
    const [first = '', second] = new Set(answers)
    expect(first).toContain('404 {"code":"not_found"')
    expect(second).toBe('429 ')
    expect(answers.filter((answer) => answer === first)).toHaveLength(30)
    expect(new Set(answers).size).toBe(2)
  })
})

describe('the undo of an import', () => {
  it('keeps families that were invited or have claimed, with children and appointments', async () => {
    const { api, flow, importId, admin, paulas, olives, invite, claim, print } = await moveIn()
    const [treatment] = listOfferedTreatments(api.db)
    const visits =
      'Patient ID,Date,Start Time,Duration,Appt Type\nC1,03/15/2027,10:10 AM,20,Old\nC3,03/16/2027,10:10 AM,20,Old\n'
    const treatments = [{ name: 'Old', treatment: treatment?.id ?? null }]
    const { id: visitsId } = await flow.import('appointments', visits, { treatments })
    const paula = await signIn(api, 'paula@example.com')
    expect((await claim(paula, await invite())).body.appointments).toHaveLength(1)
    await print('next')
    await flow.undo(visitsId)
    expect(flow.kept(visitsId).map(({ number, sentence }) => [number, sentence])).toEqual([
      [1, 'The appointment was changed, paid or claimed, or the family got an email about it.'],
    ])
    await flow.undo(importId)
    expect(flow.kept(importId)).toHaveLength(3)
    expect(flow.kept(importId)[2]?.sentence).toContain('The family was changed or invited since')
    expect(allOf(api.db, deskFamilies).map(({ id }) => id)).toEqual([paulas, olives])
    expect((await admin.call('GET', `/families/${olives}`)).body.children).toHaveLength(1)
  })
})
