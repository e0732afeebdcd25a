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

/** How long those who recorded an absence see what became of it, in days. */
const SHOWN_DAYS = 7

/** Says that an absence, which applies at once, is to be approved by an admin. */
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

/** The absences that wait for an admin, and the ones of the last days that the viewer has recorded. */
export function readApprovals(db: Database, { uid, isAdmin, now }: Viewer): ListedApproval[] {
  return listApprovals(db, { recordedBy: uid, since: subDays(now, SHOWN_DAYS), isAdmin })
}

type DecidedApproval =
  | { outcome: 'decided' | 'stale'; approval: ListedApproval }
  | { outcome: 'not_found' }

/**
 * An admin approves an absence, or withdraws it, which opens its time again; what was decided about the
 * appointments stays. A decision that was made already is only repeated.
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
