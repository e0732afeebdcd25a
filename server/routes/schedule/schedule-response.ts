import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type {
  Impact,
  OutdatedPreview,
  Schedule,
  ScheduleChange,
  StaleSchedule,
  UndecidedChange,
} from '#contract/schedule/schedule.ts'
import type { ClosureObstacle, ClosureOutcome } from '#domain/schedule/closures.ts'
import type { HoursOutcome, WithdrawalOutcome } from '#domain/schedule/hours.ts'
import { isOwner } from '#domain/schedule/hours.ts'
import { type KnownImpact, readImpact } from '#domain/schedule/schedule-conflicts.ts'
import type { Database } from '#drizzle/client.ts'
import type { Owner } from '#drizzle/queries/schedule/hours.ts'
import type { AffectedRow } from '#drizzle/queries/schedule/schedule-conflicts.ts'
import { HttpError, invalidInput } from '#server/http/http-error.ts'
import type { Services } from '#server/http/services.ts'
import { toImpact } from '#server/views/appointments.ts'
import { toCanceled, toClosureImpact } from '#server/views/schedule.ts'
import { recordAppointmentView } from '../record-view.ts'

type Refusal = StaleSchedule | OutdatedPreview

type Readers = Pick<Services, 'db' | 'clinic'>

/**
 * The response to `PUT /schedule/hours`.
 * @param schedule as it is now
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
    case 'stale': {
      const message =
        'Another admin has changed these hours meanwhile. Compare them and save again.'
      return { code: 'stale', message, current: schedule }
    }
    case 'outdated':
      return outdated(toImpact(readImpact(db, outcome.affected), clinic.dialer()))
    case 'past':
      throw past('validFrom')
  }
}

/**
 * The response to `DELETE /schedule/hours/{validFrom}`.
 * @param schedule as it is now
 * @throws HttpError 409 when the plan has begun, 404 when there is none of that day
 */
export function describeWithdrawal(
  services: Readers,
  outcome: WithdrawalOutcome,
  schedule: Schedule,
): ScheduleChange | Refusal | UndecidedChange {
  switch (outcome.outcome) {
    case 'begun':
      throw new HttpError(409, 'begun', 'These hours apply already. Set new hours instead.')
    case 'unknown_plan':
      throw new HttpError(404, 'not_found', 'These hours don’t exist anymore.')
    case 'undecided': {
      const message = 'Some appointments won’t fit without these hours. Decide about them first.'
      return {
        code: 'undecided',
        message,
        impact: toImpact(readImpact(services.db, outcome.affected), services.clinic.dialer()),
      }
    }
    default:
      return describeHours(services, outcome, schedule)
  }
}

/**
 * The response to `POST /schedule/closures`.
 * @throws HttpError when it cannot be closed
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
    case 'outdated':
      return outdated(
        toClosureImpact(readImpact(db, outcome.affected), outcome, moment, clinic.dialer()),
      )
    default:
      throw whyNotClosed(outcome)
  }
}

/** The effect of a change on appointments; that the viewer sees their patients is recorded. */
export async function showImpact(
  services: Services,
  viewer: { uid: string },
  affected: readonly AffectedRow[],
): Promise<Impact> {
  return toImpact(await seeImpact(services, viewer, affected), services.clinic.dialer())
}

/** The same before it is shown. Of thousands only those are recorded that it names. */
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
export function whyNotClosed(obstacle: ClosureObstacle): HttpError {
  if (obstacle.outcome === 'past') return past('fromDate')
  const message = `This time is closed already: “${obstacle.reason}”.`
  return new HttpError(409, 'closed_already', message)
}

/** 409: the affected appointments have changed since the preview. */
export function outdated(impact: Impact): OutdatedPreview {
  const message = 'The affected appointments have changed. Please check them again.'
  return { code: 'outdated', message, impact }
}

/** 400: the day is over. */
export const past = (path: string) => invalidInput(path, 'Choose today or a later day')

/**
 * The clinic, or the doctor who is named.
 * @throws HttpError 404 when there is no such doctor
 */
export function ownerOf(db: Database, doctor: string | null | undefined): Owner {
  const owner = doctor ?? null
  if (!isOwner(db, owner)) throw new HttpError(404, 'not_found', 'This doctor doesn’t exist.')
  return owner
}
