import { setImmediate as nextTurn } from 'node:timers/promises'
import { addHours } from 'date-fns/addHours'
import { subDays } from 'date-fns/subDays'
import { subHours } from 'date-fns/subHours'
import { v7 as uuidv7 } from 'uuid'
import { MOST_LETTERS } from '#contract/claims/claims.ts'
import { dayStart } from '#contract/clinic-time.ts'
import { dayAfter } from '#contract/dates.ts'
import type { ClaimChannel } from '#contract/families/family-claim.ts'
import type { Authorship } from '#domain/context.ts'
import { type ClaimTokens, hashOfClaimToken } from '#domain/notifications/content/claim-tokens.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  countEmailed,
  countImportedFamilies,
  deleteExpiredClaims,
  findEmailedAt,
  insertClaim,
  type LetterFamily,
  listLastPrinted,
  listToPrint,
  listToSend,
  replaceClaim,
} from '#drizzle/queries/claims/claims.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { findDeskFamily } from '#drizzle/queries/front-desk/families.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'

// Families of the previous system get the links by which they claim their records:
// docs/requirements.md#claims.

/** How many families one transaction invites, because other writers wait for it. */
export const AT_ONCE = 10

/** How many expired claims one transaction deletes. */
const DELETED_AT_ONCE = 100

/** For how many days after its last day an unused claim is kept. */
const KEPT_DAYS = 90

interface Sender extends Authorship {
  claimTokens: ClaimTokens
}

const hourBefore = (now: Date) => subHours(now, 1)

/** How many emails can still be sent within the hour. */
const leftAt = (db: Database, now: Date) =>
  Math.max(0, readSettings(db).invitationsPerHour - countEmailed(db, hourBefore(now)))

/** How far the invitations are, for the user who sends them. */
export function countClaims(db: Database, { actor, now }: Pick<Authorship, 'actor' | 'now'>) {
  const counted = countImportedFamilies(db, now)
  const { invitationsPerHour: mostAnHour, invitationDays: linkDays } = readSettings(db)
  const emailed = countEmailed(db, hourBefore(now))
  const left = Math.max(0, mostAnHour - emailed)
  // Less than the most were emailed within an hour once this one is older.
  const last =
    left > 0 || counted.toSend === 0
      ? null
      : findEmailedAt(db, hourBefore(now), emailed - mostAnHour)
  return {
    ...counted,
    ...{ mostAnHour, linkDays },
    nextBatch: Math.min(counted.toSend, left),
    nextAt: last && addHours(last, 1),
    lastLetters: listLastPrinted(db, { actor, now }).length,
  }
}

/**
 * Invites the next families by email, as many as an hour allows, a few in each transaction. Two
 * calls at once invite each family once.
 * @returns how many emails were written
 */
export async function sendClaims(db: Database, by: Sender): Promise<number> {
  const ids = listToSend(db, by.now, leftAt(db, by.now)).map(({ id }) => id)
  let emails = 0
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
    emails += await writeTransaction(db, (tx) => sendSome(tx, some, by))
    await nextTurn()
  }
  return emails
}

/** Invites the families among these that are still to be invited. */
function sendSome(db: Transaction, ids: readonly string[], by: Sender): number {
  const { now } = by
  const families = listToSend(db, now, leftAt(db, now), ids)
  for (const { id: deskFamilyId, email } of families) {
    if (email === null) continue
    const claimId = makeClaim(db, { deskFamilyId, channel: 'email' }, by).id
    const to = { uid: null, deskFamilyId, recipient: email, dueAt: now }
    const dedupeKey = `claim_offered:${claimId}`
    addNotification(db, { kind: 'claim_offered', ...to, dedupeKey, data: { claimId } }, now)
  }
  return families.length
}

/** A letter to print; only the caller gets its token. */
export interface Letter {
  family: LetterFamily
  token: string
  expiresAt: Date
}

/** Makes letters for the next families that no email reaches, or again those that the user made last. */
export async function makeLetters(
  db: Database,
  which: 'next' | 'last',
  by: Sender,
): Promise<Letter[]> {
  const { now } = by
  const families = which === 'last' ? listLastPrinted(db, by) : listToPrint(db, now, MOST_LETTERS)
  const letters: Letter[] = []
  for (let from = 0; from < families.length; from += AT_ONCE) {
    const ids = families.slice(from, from + AT_ONCE).map(({ id }) => id)
    const made = await writeTransaction(db, (tx) => {
      // A letter that another admin has printed meanwhile stays.
      const some = which === 'last' ? ids : listToPrint(tx, now, AT_ONCE, ids).map(({ id }) => id)
      return some.flatMap((id) => {
        const result = makeLetter(tx, id, by)
        return result.outcome === 'made' ? result.letter : []
      })
    })
    letters.push(...made)
    await nextTurn()
  }
  return letters
}

/** Makes a letter for a family without an account. An earlier link of the family ends. */
export function makeLetter(
  db: Transaction,
  deskFamilyId: string,
  by: Sender,
): { outcome: 'made'; letter: Letter } | { outcome: 'no_family' | 'has_account' } {
  const family = findDeskFamily(db, deskFamilyId)
  if (!family) return { outcome: 'no_family' }
  if (family.linkedUid !== null) return { outcome: 'has_account' }
  const { token, expiresAt } = makeClaim(db, { deskFamilyId, channel: 'letter' }, by)
  const { id, name, language } = family
  return { outcome: 'made', letter: { family: { id, name, language }, token, expiresAt } }
}

function makeClaim(
  db: Transaction,
  of: { deskFamilyId: string; channel: ClaimChannel },
  { actor, now, moment, claimTokens }: Sender,
) {
  const id = uuidv7()
  const token = claimTokens.issue(id)
  // The last day ends at midnight at the clinic.
  const { invitationDays } = readSettings(db)
  const expiresAt = dayStart(dayAfter(moment.today, invitationDays + 1), moment.timeZone)
  replaceClaim(db, of.deskFamilyId, now)
  const made = { createdBy: actor, createdAt: now, expiresAt }
  insertClaim(db, { id, ...of, tokenHash: hashOfClaimToken(token), ...made })
  const data = { claimId: id, channel: of.channel }
  appendEvent(db, { kind: 'claim.sent', actor, subject: of.deskFamilyId, data }, now)
  return { id, token, expiresAt }
}

/** Deletes unused claims some time after they expired. @returns how many */
export async function tidyClaims(db: Database, now: Date): Promise<number> {
  const before = subDays(now, KEPT_DAYS)
  let deleted = 0
  for (;;) {
    const some = await writeTransaction(db, (tx) =>
      deleteExpiredClaims(tx, before, DELETED_AT_ONCE),
    )
    deleted += some
    if (some < DELETED_AT_ONCE) return deleted
    await nextTurn()
  }
}
