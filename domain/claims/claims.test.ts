import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addFamily } from '#domain/front-desk/families.ts'
import { addFamilyChild } from '#domain/front-desk/family-children.ts'
import { createClaimTokens } from '#domain/notifications/content/claim-tokens.ts'
import { BY_ADMIN, MOMENT } from '#domain/testing/booking.ts'
import { crashAt } from '#domain/testing/crash.ts'
import { emailTest } from '#domain/testing/emails.ts'
import { createFakeStripe } from '#domain/testing/fake-stripe.ts'
import { TEST_SECRET } from '#domain/testing/settings.ts'
import { watchTransactions } from '#domain/testing/watch-transactions.ts'
import { findFamilyErrors } from '#drizzle/checks/families.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { claims, deskFamilies, events, familyLinks } from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { claimFamily } from './claims.ts'
import { AT_ONCE, makeLetter, makeLetters, sendClaims, tidyClaims } from './send-claims.ts'

// docs/requirements.md#claims

const claimTokens = createClaimTokens({ secret: TEST_SECRET, siteUrl: 'https://sprout.example' })
const BY = { ...BY_ADMIN, now: NOW, moment: MOMENT, claimTokens }
const DAY_MS = 24 * 3_600_000

/** An imported family with a child, and the account of its guardian. */
function openFamily() {
  const db = seededDatabase()
  const email = 'paula@example.com'
  const details = { name: 'Paula', phone: '5035550142', email, importId: 'import' }
  const family = addFamily(db, details, BY)
  addFamilyChild(db, { family, name: 'Mia', birthDate: '2021-06-05' }, BY)
  addPatient(db, 'paula')
  const user = findUser(db, 'paula')
  if (!user) throw new Error('There is no account.')
  const letter = () => {
    const made = makeLetter(db, family, BY)
    if (made.outcome !== 'made') throw new Error(made.outcome)
    return made.letter
  }
  const claim = (token: string, birthDate = '2021-06-05') =>
    writeTransaction(db, (tx) =>
      claimFamily(tx, { token, birthDate }, { user, now: NOW, moment: MOMENT }),
    )
  return { db, family, letter, claim }
}

it('links the family and uses the claim in one transaction, wherever the process ends', async () => {
  for (let fatal = 1; ; fatal += 1) {
    const { db, letter, claim } = openFamily()
    const { token } = letter()
    const crash = crashAt({ db, stripe: createFakeStripe() }, fatal)
    const ended = await claim(token).then(
      () => false,
      () => true,
    )
    crash.restart()
    if (!ended) break
    expect(fatal).toBeLessThan(10)
    const used = allOf(db, claims).filter(({ usedAt }) => usedAt !== null)
    const linked = allOf(db, familyLinks).filter(({ state }) => state === 'confirmed')
    const said = allOf(db, events).filter(({ kind }) => kind === 'claim.used')
    expect([used.length, linked.length]).toEqual([said.length, said.length])
    expect(findFamilyErrors(db)).toEqual([])
    // The same request again.
    expect(await claim(token)).toMatchObject({ outcome: 'claimed' })
    expect(allOf(db, events).filter(({ kind }) => kind === 'claim.used')).toHaveLength(1)
  }
})

it('is used once: the database refuses any other change', async () => {
  const { db, letter, claim } = openFamily()
  const { token } = letter()
  const set = (change: string) => () => db.$client.exec(`update claims set ${change}`)
  for (const change of ["token_hash = 'other'", 'expires_at = expires_at + 1', 'tries_left = 1']) {
    expect(set(change), change).toThrow(/claim/)
  }
  await claim(token)
  for (const change of [
    'used_at = null',
    'tries_left = 2',
    'replaced_at = 1',
    "used_by = 'paul'",
  ]) {
    expect(set(change), change).toThrow(/used once|FOREIGN KEY/)
  }
  db.$client.exec('delete from family_links; update desk_families set linked_uid = null')
  expect(await claim(token)).toMatchObject({ outcome: 'replaced' })
})

it('has at most one link that can be used', () => {
  const { db, letter } = openFamily()
  letter()
  letter()
  expect(allOf(db, claims).map(({ replacedAt }) => replacedAt)).toEqual([NOW, null])
  expect(() => db.$client.exec('update claims set replaced_at = null')).toThrow()
})

it('survives that the account gets another uid, and ends with the account', async () => {
  const { db, letter, claim } = openFamily()
  await claim(letter().token)
  db.$client.exec("update users set uid = 'paula-2' where uid = 'paula'")
  expect(allOf(db, claims)).toMatchObject([{ usedBy: 'paula-2' }])
  db.$client.exec("delete from users where uid = 'paula-2'")
  expect(allOf(db, claims)).toEqual([])
})

it('is deleted 90 days after it expired, unless it was used', async () => {
  const { db, letter, claim } = openFamily()
  await claim(letter().token)
  const other = addFamily(db, { name: 'Olive', phone: '5035550190' }, BY)
  makeLetter(db, other, BY)
  const expiresAt = allOf(db, claims).at(-1)?.expiresAt ?? NOW
  const after = (days: number) => new Date(expiresAt.getTime() + days * DAY_MS + 1)
  expect(await tidyClaims(db, after(89))).toBe(0)
  expect(await tidyClaims(db, after(90))).toBe(1)
  expect(allOf(db, claims).map(({ usedBy }) => usedBy)).toEqual(['paula'])
})

it('is not emailed once it was used or replaced, or if the secret has changed', async () => {
  const { db, family, claim, letter } = openFamily()
  const { run, states } = emailTest(db)
  await sendClaims(db, BY)
  letter()
  await run()
  await writeTransaction(db, (tx) =>
    tx.update(claims).set({ replacedAt: NOW }).where(eq(claims.channel, 'letter')).run(),
  )
  const otherSecret = createClaimTokens({ secret: 'other', siteUrl: 'https://sprout.example' })
  await sendClaims(db, { ...BY, claimTokens: otherSecret })
  await run()
  const { token } = letter()
  await claim(token)
  expect(states()).toEqual(['claim_offered dropped', 'claim_offered dropped'])
  expect(allOf(db, deskFamilies).find(({ id }) => id === family)?.linkedUid).toBe('paula')
})

it('invites at most ten families in a transaction, by email and by letter', async () => {
  const db = seededDatabase()
  for (let index = 0; index < 50; index += 1) {
    const phone = `503555${String(index).padStart(4, '0')}`
    const email = index % 2 ? `family${index}@example.com` : undefined
    const details = { name: `Family ${index}`, phone, importId: 'import', ...(email && { email }) }
    const family = addFamily(db, details, BY)
    addFamilyChild(db, { family, name: 'Mia', birthDate: '2021-06-05' }, BY)
  }
  const invited = watchTransactions(db, () => allOf(db, claims).length)
  expect(await sendClaims(db, BY)).toBe(25)
  expect(await makeLetters(db, 'next', BY)).toHaveLength(25)
  expect(await makeLetters(db, 'last', BY)).toHaveLength(25)
  expect(invited.reduce((sum, families) => sum + families, 0)).toBe(75)
  expect(Math.max(...invited)).toBe(AT_ONCE)
})
