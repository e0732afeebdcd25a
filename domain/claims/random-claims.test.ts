import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CLAIM_TRIES } from '#contract/claims/claims.ts'
import { addFamily, changeFamily } from '#domain/front-desk/families.ts'
import { addFamilyChild } from '#domain/front-desk/family-children.ts'
import {
  confirmLink,
  listProposals,
  previewLink,
  proposeLink,
  undoLink,
} from '#domain/front-desk/family-links.ts'
import { createClaimTokens } from '#domain/notifications/content/claim-tokens.ts'
import { BY_ADMIN, MOMENT } from '#domain/testing/booking.ts'
import { TEST_SECRET } from '#domain/testing/settings.ts'
import { findFamilyErrors } from '#drizzle/checks/families.ts'
import { findDeskFamily, findFamily } from '#drizzle/queries/front-desk/families.ts'
import { findLiveLink } from '#drizzle/queries/front-desk/family-links.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { claims, familyLinks } from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { claimFamily } from './claims.ts'
import { makeLetter } from './send-claims.ts'

const claimTokens = createClaimTokens({ secret: TEST_SECRET, siteUrl: 'https://sprout.example' })
// A member of staff who changes the email may not propose a link that day.
const BY_COLLEAGUE = { ...BY_ADMIN, actor: 'rita' }
const BORN = '2021-06-05'
const PEOPLE = ['paula', 'paul'] as const

/** A link, as the model knows it. */
interface Link {
  token: string
  triesLeft: number
  isCurrent: boolean
}

const action = fc.record({
  kind: fc.constantFrom(
    'letter',
    'claim',
    'claim',
    'guess',
    'propose',
    'confirm',
    'undo',
    'rename',
  ),
  who: fc.constantFrom(...PEOPLE),
  pick: fc.nat(20),
})

it('gives a family to one account at a time, by a link that works once, in any order of presses', () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 10, maxLength: 60 }), (actions) => {
      const db = seededDatabase()
      for (const uid of PEOPLE) addPatient(db, uid)
      const details = { name: 'Paula', phone: '5035550142' }
      const family = addFamily(db, { ...details, email: 'paula@example.com' }, BY_ADMIN)
      addFamilyChild(db, { family, name: 'Mia', birthDate: BORN }, BY_ADMIN)
      const links: Link[] = []
      let holder: string | null = null
      let guesses = 0

      const claim = (uid: string, link: Link, birthDate: string) => {
        const user = findUser(db, uid)
        if (!user) throw new Error('There is no account.')
        const by = { user, now: NOW, moment: MOMENT }
        return claimFamily(db, { token: link.token, birthDate }, by).outcome
      }
      const stateOf = ({ isCurrent, triesLeft }: Link) => {
        if (holder !== null) return 'used'
        if (!isCurrent) return 'replaced'
        return triesLeft === 0 ? 'failed' : 'open'
      }

      for (const { kind, who, pick } of actions) {
        const link = links[pick % (links.length || 1)]
        const live = findLiveLink(db, family)
        if (kind === 'letter') {
          const made = makeLetter(db, family, { ...BY_ADMIN, claimTokens })
          expect(made.outcome).toBe(holder === null ? 'made' : 'has_account')
          if (made.outcome !== 'made') continue
          for (const one of links) one.isCurrent = false
          links.push({ token: made.letter.token, triesLeft: CLAIM_TRIES, isCurrent: true })
        } else if (kind === 'claim' && link) {
          const state = stateOf(link)
          const wins = holder === who || state === 'open'
          expect(claim(who, link, BORN)).toBe(wins ? 'claimed' : state)
          if (state === 'open') link.isCurrent = false
          if (wins) holder = who
        } else if (kind === 'guess' && link) {
          const state = stateOf(link)
          guesses += 1
          const outcome = claim(who, link, `2020-01-${String((guesses % 28) + 1).padStart(2, '0')}`)
          if (state === 'open') link.triesLeft -= 1
          const refusal = link.triesLeft === 0 ? 'failed' : 'wrong_birth_date'
          const expected = state === 'open' ? refusal : state
          expect(outcome).toBe(holder === who ? 'claimed' : expected)
        } else if (kind === 'propose' && holder === null) {
          const row = findFamily(db, family)
          const account = row && previewLink(db, row)?.account.uid
          const wanted = { id: family, account: account ?? '', appointments: [], children: [] }
          expect(proposeLink(db, wanted, BY_ADMIN).outcome).toBe(account ? 'done' : 'no_account')
        } else if (kind === 'confirm') {
          const user = findUser(db, who)
          const [proposal] = user ? listProposals(db, user) : []
          if (!user || !proposal) continue
          const by = { user, now: NOW, moment: MOMENT }
          expect(confirmLink(db, proposal.link.id, by).outcome).toBe('confirmed')
          holder = who
        } else if (kind === 'undo' && live?.state === 'confirmed') {
          expect(undoLink(db, live.id, BY_ADMIN).outcome).toBe('undone')
          holder = null
        } else if (kind === 'rename' && holder === null) {
          const { name = '', phone = '', email = null } = findDeskFamily(db, family) ?? {}
          const change = { ...details, email: `${who}@example.com`, seen: { name, phone, email } }
          expect(changeFamily(db, { id: family, ...change }, BY_COLLEAGUE).outcome).toBe('done')
        }
        expect(findFamilyErrors(db)).toEqual([])
        expect(findDeskFamily(db, family)?.linkedUid ?? null).toBe(holder)
        const current = allOf(db, claims).filter(({ usedAt, replacedAt }) => !usedAt && !replacedAt)
        expect(current.length).toBe(links.filter(({ isCurrent }) => isCurrent).length)
        const confirmed = allOf(db, familyLinks).filter(({ state }) => state === 'confirmed')
        expect(confirmed.map(({ uid }) => uid)).toEqual(holder === null ? [] : [holder])
      }
    }),
    { numRuns: 60 },
  )
})
