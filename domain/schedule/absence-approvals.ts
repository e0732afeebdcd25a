import { subDays } from 'date-fns/subDays'
import type { ApprovalDecision } from '#contract/schedule/absences.ts'
import { MINUTES_PER_DAY } from '#contract/schedule/schedule.ts'
import type { Authorship } from '#domain/context.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import {
  type ApprovalRow,
  endApproval,
  findApproval,
  insertApproval,
  type ListedApproval,
  listApprovals,
} from '#drizzle/queries/schedule/absence-approvals.ts'
import { type NewClosure, removeClosure } from './closures.ts'

// Absences that wait for an admin's approval: docs/requirements.md#ill-doctor.

/** For how many days users see the outcome of the absences that they recorded. */
const SHOWN_DAYS = 7

/** Requests an admin's approval of an absence, which applies at once. */
export function requestApproval(
  db: Transaction,
  closureId: string,
  { doctorId, fromDate: date, fromMinute }: NewClosure & { doctorId: string },
  { actor: recordedBy, now: recordedAt }: Pick<Authorship, 'actor' | 'now'>,
): void {
  insertApproval(db, { closureId, doctorId, date, fromMinute, recordedBy, recordedAt })
}

interface Viewer {
  /** Uid. */
  uid: string
  isAdmin: boolean
  now: Date
}

/** The absences that wait for an admin, and the recent ones that the viewer recorded. */
export function readApprovals(db: Database, { uid, isAdmin, now }: Viewer): ListedApproval[] {
  return listApprovals(db, { recordedBy: uid, since: subDays(now, SHOWN_DAYS), isAdmin })
}

type DecidedApproval =
  | { outcome: 'decided' | 'stale'; approval: ListedApproval }
  | { outcome: 'not_found' }

/**
 * Approves an absence, or withdraws it, which opens its time again; its appointments do not change. Repeating
 * a decision changes nothing.
 */
export function decideApproval(
  db: Transaction,
  id: string,
  decision: ApprovalDecision,
  context: Authorship,
): DecidedApproval {
  const { actor, now } = context
  const found = findApproval(db, id)
  if (!found) return { outcome: 'not_found' }
  if (found.state === 'waiting') {
    if (decision === 'withdrawn') removeClosure(db, id, context)
    else approve(db, found, { actor, now })
  }
  const approval = findApproval(db, id)
  if (!approval) throw new Error('An approval went away within a transaction.')
  return { outcome: approval.state === decision ? 'decided' : 'stale', approval }
}

function approve(
  db: Transaction,
  { closureId, doctorId, date, fromMinute }: ApprovalRow,
  by: ChangedBy,
): void {
  endApproval(db, closureId, 'approved', by)
  const data = {
    doctorId,
    fromDate: date,
    toDate: date,
    fromMinute,
    toMinute: MINUTES_PER_DAY,
  }
  appendEvent(db, { kind: 'closure.approved', actor: by.actor, subject: closureId, data }, by.now)
}
