import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { Refusing } from '#contract/refusals/refusals.ts'
import type {
  Impact,
  OutdatedPreview,
  Schedule,
  ScheduleChange,
  StaleSchedule,
  UndecidedChange,
} from '#contract/schedule/schedule.ts'
import * as calls from '#contract/schedule/schedule-refusals.ts'
import type { ClosureObstacle, ClosureOutcome } from '#domain/schedule/closures.ts'
import type { HoursOutcome, WithdrawalOutcome } from '#domain/schedule/hours.ts'
import { isOwner } from '#domain/schedule/hours.ts'
import { type KnownImpact, readImpact } from '#domain/schedule/schedule-conflicts.ts'
import type { Database } from '#drizzle/client.ts'
import type { Owner } from '#drizzle/queries/schedule/hours.ts'
import type { AffectedRow } from '#drizzle/queries/schedule/schedule-conflicts.ts'
import type { HttpError } from '#server/http/http-error.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import type { Services } from '#server/http/services.ts'
import { toImpact } from '#server/views/appointments.ts'
import { toCanceled, toClosureImpact } from '#server/views/schedule.ts'
import { recordAppointmentView } from '../record-view.ts'

type Refusal = StaleSchedule | OutdatedPreview

type Readers = Pick<Services, 'db' | 'clinic'>

/**
 * The response to `PUT /schedule/hours`.
 * @param schedule its present state
 * @throws HttpError 400 when the plan begins in the past
 */
export function describeHours(
  { db, clinic }: Readers,
  outcome: HoursOutcome,
  schedule: Schedule,
): ScheduleChange | Refusal {
  switch (outcome.outcome) {
    case 'changed':
      return { ...toCanceled(outcome), schedule }
    case 'stale':
      return { ...explain(calls.changeHours, outcome.outcome), current: schedule }
    case 'outdated': {
      const impact = toImpact(readImpact(db, outcome.affected), clinic.dialer())
      return explainOutdated(calls.changeHours, impact)
    }
    case 'past':
      throw refuse(calls.changeHours, outcome.outcome)
  }
}

/**
 * The response to `DELETE /schedule/hours/{validFrom}`.
 * @param schedule its present state
 * @throws HttpError 409 when the plan has begun, 404 when there is none for that day
 */
export function describeWithdrawal(
  services: Readers,
  outcome: WithdrawalOutcome,
  schedule: Schedule,
): ScheduleChange | Refusal | UndecidedChange {
  switch (outcome.outcome) {
    case 'begun':
    case 'unknown_plan':
      throw refuse(calls.withdrawHours, outcome.outcome)
    case 'undecided': {
      return {
        ...explain(calls.withdrawHours, outcome.outcome),
        impact: toImpact(readImpact(services.db, outcome.affected), services.clinic.dialer()),
      }
    }
    default:
      return describeHours(services, outcome, schedule)
  }
}

/**
 * The response to `POST /schedule/closures`.
 * @throws HttpError when the time cannot be closed
 */
export function describeClosure(
  { db, clinic }: Readers,
  outcome: ClosureOutcome,
  { schedule, moment }: { schedule: Schedule; moment: ClinicMoment },
): ScheduleChange | Refusal {
  switch (outcome.outcome) {
    case 'closed': {
      const { reoffered } = outcome
      return {
        ...toCanceled(outcome),
        ...(reoffered !== undefined && { reoffered }),
        schedule,
      }
    }
    case 'outdated': {
      const affected = readImpact(db, outcome.affected)
      const impact = toClosureImpact(affected, outcome, moment, clinic.dialer())
      return explainOutdated(calls.addClosure, impact)
    }
    default:
      throw whyNotClosed(calls.addClosure, outcome)
  }
}

/** The effect of a change on appointments; records that the viewer saw their patients. */
export async function showImpact(
  services: Services,
  viewer: { uid: string },
  affected: readonly AffectedRow[],
): Promise<Impact> {
  return toImpact(await seeImpact(services, viewer, affected), services.clinic.dialer())
}

/** The same without showing it. Records only the patients that the effect names. */
export async function seeImpact(
  services: Services,
  viewer: { uid: string },
  affected: readonly AffectedRow[],
): Promise<KnownImpact> {
  const impact = readImpact(services.db, affected)
  await recordAppointmentView(services, viewer, [...impact.named, ...impact.notTold])
  return impact
}

/** Why a time cannot be closed. */
export function whyNotClosed(
  call: Refusing<typeof calls.notClosed>,
  obstacle: ClosureObstacle,
): HttpError {
  return obstacle.outcome === 'past'
    ? refuse(call, obstacle.outcome)
    : refuse(call, obstacle.outcome, { reason: obstacle.reason })
}

/** 409: the affected appointments have changed since the preview. */
export function explainOutdated(
  call: Refusing<typeof calls.outdated>,
  impact: Impact,
): OutdatedPreview {
  return { ...explain(call, 'outdated'), impact }
}

/**
 * The clinic, or the named doctor.
 * @throws HttpError 404 when the doctor does not exist
 */
export function ownerOf(
  call: Refusing<typeof calls.noOwner>,
  db: Database,
  doctor: string | null | undefined,
): Owner {
  const owner = doctor ?? null
  if (!isOwner(db, owner)) throw refuse(call, 'unknown_owner')
  return owner
}
