import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { changeRow, countRows, type Database, type Transaction } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { prepareOnce, selectBy } from '#drizzle/prepared-statements.ts'
import { appointments, claims, deskFamilies } from '#drizzle/schema/index.ts'
import type { AppointmentRow } from '../booking/appointments.ts'

export type ClaimRow = typeof claims.$inferSelect
type DeskFamilyRow = typeof deskFamilies.$inferSelect

const statements = prepareOnce((db: Database) => ({
  byToken: selectBy(db, claims, claims.tokenHash),
  one: selectBy(db, claims, claims.id),
}))

/** The claim whose token has this hash. */
export function findClaim(db: Database, tokenHash: string): ClaimRow | undefined {
  return statements(db).byToken.get(tokenHash)
}

export function findClaimById(db: Database, id: string): ClaimRow | undefined {
  return statements(db).one.get(id)
}

/** The latest claim of a family without an account. */
export function findLatestClaim(db: Database, deskFamilyId: string): ClaimRow | undefined {
  return findLast(db, eq(claims.deskFamilyId, deskFamilyId))
}

/** The latest claim that an account has used. */
export function findUsedClaim(db: Database, uid: string): ClaimRow | undefined {
  return findLast(db, eq(claims.usedBy, uid))
}

function findLast(db: Database, condition: SQL): ClaimRow | undefined {
  return db
    .select()
    .from(claims)
    .where(condition)
    .orderBy(desc(claims.createdAt), desc(claims.id))
    .limit(1)
    .get()
}

export function insertClaim(db: Transaction, claim: typeof claims.$inferInsert): void {
  db.insert(claims).values(claim).run()
}

// A literal, as in the partial index.
const isUnused = sql`used_at is null and replaced_at is null`

/** Ends the claim of a family, because a newer one is made. */
export function replaceClaim(db: Transaction, deskFamilyId: string, now: Date): void {
  const isTheirs = and(eq(claims.deskFamilyId, deskFamilyId), isUnused)
  db.update(claims).set({ replacedAt: now }).where(isTheirs).run()
}

/** Ends the claim that a family got by email, because its address has changed. */
export function replaceEmailedClaim(db: Transaction, deskFamilyId: string, now: Date): void {
  const isTheirs = and(eq(claims.deskFamilyId, deskFamilyId), isUnused, sql`channel = 'email'`)
  db.update(claims).set({ replacedAt: now }).where(isTheirs).run()
}

/** Uses a claim. @returns whether it was not used or replaced before */
export function markClaimed(
  db: Transaction,
  { id, uid, now }: { id: string; uid: string; now: Date },
): boolean {
  const isThatOne = and(eq(claims.id, id), isUnused)
  return changeRow(db, claims, { usedAt: now, usedBy: uid, lastWrong: null }, isThatOne)
}

/** Takes one try from a claim. */
export function takeTry(
  db: Transaction,
  { id, triesLeft }: Pick<ClaimRow, 'id' | 'triesLeft'>,
  lastWrong: string,
): void {
  const hasTries = and(eq(claims.id, id), eq(claims.triesLeft, triesLeft))
  changeRow(db, claims, { triesLeft: triesLeft - 1, lastWrong }, hasTries)
}

/** Deletes at most `limit` unused claims that expired before an instant. */
export function deleteExpiredClaims(db: Transaction, before: Date, limit: number): number {
  const expired = db
    .select({ id: claims.id })
    .from(claims)
    .where(and(sql`used_at is null`, lt(claims.expiresAt, before)))
    .limit(limit)
  return db.delete(claims).where(sql`${claims.id} in ${expired}`).run().changes
}

const isEmailedAfter = (since: Date) => and(sql`channel = 'email'`, gt(claims.createdAt, since))

/** How many claims were emailed after an instant. */
export const countEmailed = (db: Database, since: Date): number =>
  countRows(db, claims, isEmailedAfter(since))

/** When one of the claims that were emailed after an instant was made; the earliest one has the index 0. */
export function findEmailedAt(db: Database, since: Date, index: number): Date | null {
  const found = db
    .select({ at: claims.createdAt })
    .from(claims)
    .where(isEmailedAfter(since))
    .orderBy(asc(claims.createdAt))
    .limit(1)
    .offset(index)
    .get()
  return found?.at ?? null
}

const isCurrent = sql`${claims.deskFamilyId} = ${deskFamilies.id} and ${claims.usedAt} is null and ${claims.replacedAt} is null`
const isLinked = sql`${deskFamilies.linkedUid} is not null`
/** An email reaches the family. */
const isReached = sql`(${deskFamilies.email} is not null and ${deskFamilies.email} is not ${deskFamilies.bouncedEmail})`
const hasFailed = sql`coalesce(${claims.triesLeft} = 0, 0)`
const hasChildren = sql`exists (select 1 from children where desk_family_id = ${deskFamilies.id} and archived_at is null)`
const isOpen = (now: Date) =>
  sql`coalesce(${claims.triesLeft} > 0 and ${claims.expiresAt} > ${now.getTime()}, 0)`
const isLetter = sql`coalesce(${claims.channel} = 'letter', 0)`

const isToSend = (now: Date) =>
  sql`(not ${isLinked} and ${isReached} and not ${hasFailed} and not ${isOpen(now)} and ${hasChildren})`
const isToPrint = (now: Date) =>
  sql`(not ${isLinked} and not ${isReached} and not ${hasFailed} and not (${isLetter} and ${isOpen(now)}) and ${hasChildren})`

const sumOf = (condition: SQL) => sql<number>`coalesce(sum(${condition}), 0)`

/** The imported families, by how far their invitation is. */
export function countImportedFamilies(db: Database, now: Date) {
  const isInvited = sql`not ${isLinked} and ${isOpen(now)}`
  const counted = db
    .select({
      toSend: sumOf(isToSend(now)),
      toPrint: sumOf(isToPrint(now)),
      sent: sumOf(sql`(${isInvited} and not ${isLetter} and ${isReached})`),
      printed: sumOf(sql`(${isInvited} and ${isLetter})`),
      failed: sumOf(sql`(not ${isLinked} and ${hasFailed})`),
      claimed: sumOf(isLinked),
    })
    .from(deskFamilies)
    .leftJoin(claims, isCurrent)
    .where(sql`import_id is not null`)
    .get()
  return counted ?? { toSend: 0, toPrint: 0, sent: 0, printed: 0, failed: 0, claimed: 0 }
}

/** A family with the letter that invites it. */
export type LetterFamily = Pick<DeskFamilyRow, 'id' | 'name' | 'language'>

/** A family to invite. */
type InvitedFamily = Pick<DeskFamilyRow, 'id' | 'name' | 'email'>

const listImported =
  (condition: (now: Date) => SQL) =>
  /** @param ids only families among these */
  (db: Database, now: Date, limit: number, ids?: readonly string[]): InvitedFamily[] =>
    db
      .select({ id: deskFamilies.id, name: deskFamilies.name, email: deskFamilies.email })
      .from(deskFamilies)
      .leftJoin(claims, isCurrent)
      .where(and(sql`import_id is not null`, ids && isAmong(deskFamilies.id, ids), condition(now)))
      .orderBy(asc(deskFamilies.id))
      .limit(limit)
      .all()

/** The next imported families to invite by email. */
export const listToSend = listImported(isToSend)

/** The next imported families to invite by letter. */
export const listToPrint = listImported(isToPrint)

/** The families whose letters a user made last and that can still be used. */
export function listLastPrinted(
  db: Database,
  { actor, now }: { actor: string; now: Date },
): InvitedFamily[] {
  const isTheirs = and(eq(claims.createdBy, actor), sql`channel = 'letter'`)
  const latest = db
    .select({ at: claims.createdAt })
    .from(claims)
    .where(isTheirs)
    .orderBy(desc(claims.createdAt))
    .limit(1)
    .get()
  if (!latest) return []
  return db
    .select({ id: deskFamilies.id, name: deskFamilies.name, email: deskFamilies.email })
    .from(claims)
    .innerJoin(deskFamilies, isCurrent)
    .where(
      and(isTheirs, eq(claims.createdAt, latest.at), sql`not ${isLinked}`, sql`${isOpen(now)}`),
    )
    .orderBy(asc(deskFamilies.id))
    .all()
}

/** The booked appointments of an account among these that have not begun, soonest first. */
export function listComingAmong(
  db: Database,
  ids: readonly string[],
  { uid, today, minute }: Pick<ClinicMoment, 'today' | 'minute'> & { uid: string },
): AppointmentRow[] {
  return db
    .select()
    .from(appointments)
    .where(
      and(
        isAmong(appointments.id, ids),
        eq(appointments.patientUid, uid),
        sql`status = 'booked' and (date, start_minute) > (${today}, ${minute})`,
      ),
    )
    .orderBy(asc(appointments.date), asc(appointments.startMinute))
    .all()
}
