import { and, asc, eq, getTableColumns, gte, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { changeRow, countRows, type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { absenceApprovals, closures, doctors, users } from '#drizzle/schema/index.ts'
import type { ChangedBy } from '../events.ts'

export type ApprovalRow = typeof absenceApprovals.$inferSelect

/** With names, and the reason until the absence is withdrawn. */
export type ListedApproval = ApprovalRow & {
  doctorName: string
  reason: string | null
  recordedByName: string | null
  decidedByName: string | null
}

const [recorders, deciders] = [alias(users, 'recorder'), alias(users, 'decider')]

const isWaiting = eq(absenceApprovals.state, 'waiting')

function approvals(db: Database) {
  return db
    .select({
      ...getTableColumns(absenceApprovals),
      doctorName: doctors.name,
      reason: closures.reason,
      recordedByName: recorders.name,
      decidedByName: deciders.name,
    })
    .from(absenceApprovals)
    .innerJoin(doctors, eq(doctors.id, absenceApprovals.doctorId))
    .leftJoin(closures, eq(closures.id, absenceApprovals.closureId))
    .leftJoin(recorders, eq(recorders.uid, absenceApprovals.recordedBy))
    .leftJoin(deciders, eq(deciders.uid, absenceApprovals.decidedBy))
}

/** Adds an absence that waits for an approval. */
export function insertApproval(
  db: Transaction,
  approval: Omit<ApprovalRow, 'state' | 'decidedBy' | 'decidedAt'>,
): void {
  db.insert(absenceApprovals).values(approval).run()
}

/** The approval of an absence, if it needs or needed one. */
export function findApproval(db: Database, closureId: string): ListedApproval | undefined {
  return approvals(db).where(eq(absenceApprovals.closureId, closureId)).get()
}

/** The absences that a user recorded since an instant, and for admins all that wait; oldest first. */
export function listApprovals(
  db: Database,
  { recordedBy, since, isAdmin }: { recordedBy: string; since: Date; isAdmin: boolean },
): ListedApproval[] {
  const isOwn = and(
    eq(absenceApprovals.recordedBy, recordedBy),
    gte(absenceApprovals.recordedAt, since),
  )
  return approvals(db)
    .where(isAdmin ? or(isWaiting, isOwn) : isOwn)
    .orderBy(asc(absenceApprovals.recordedAt), asc(absenceApprovals.closureId))
    .all()
}

/** How many absences wait for an approval. */
export function countApprovals(db: Database): number {
  return countRows(db, absenceApprovals, isWaiting)
}

/** Whether an absence of that doctor on that day waits for an approval. */
export function isToApprove(
  db: Database,
  { doctorId, date }: Pick<ApprovalRow, 'doctorId' | 'date'>,
): boolean {
  const { doctorId: doctor, date: day } = absenceApprovals
  return hasRow(db, absenceApprovals, and(isWaiting, eq(doctor, doctorId), eq(day, date)))
}

/**
 * Ends an approval's wait.
 * @returns whether it was waiting
 */
export function endApproval(
  db: Transaction,
  closureId: string,
  state: 'approved' | 'withdrawn',
  { actor: decidedBy, now: decidedAt }: ChangedBy,
): boolean {
  const isThatOne = and(eq(absenceApprovals.closureId, closureId), isWaiting)
  return changeRow(db, absenceApprovals, { state, decidedBy, decidedAt }, isThatOne)
}
