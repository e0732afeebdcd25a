import { subYears } from 'date-fns/subYears'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { fromIsoDate, type IsoDate, toIsoDate } from '#contract/dates.ts'
import { type HoursPlan, planOn, type Schedule } from '#contract/schedule/schedule.ts'
import { fingerprintOf } from '#domain/availability/fingerprint.ts'
import type { FullSchedule } from '#domain/availability/schedule-fit.ts'
import type { Authorship } from '#domain/context.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { type ClosureRow, readClosures } from '#drizzle/queries/schedule/closures.ts'
import { hasDoctor } from '#drizzle/queries/schedule/doctors.ts'
import { deletePlan, type Owner, putPlan, readHours } from '#drizzle/queries/schedule/hours.ts'
import type { AffectedRow } from '#drizzle/queries/schedule/schedule-conflicts.ts'
import type { Canceled } from '../booking/decided-cancellations.ts'
import { carryOut, type Decided, isOutdated } from './decide.ts'
import { listNewConflicts } from './schedule-conflicts.ts'

/** For how many years past closures are shown. */
const YEARS_SHOWN = 1

/** Whether the owner is the clinic or an existing doctor. */
export function isOwner(db: Database, owner: Owner): boolean {
  return owner === null || hasDoctor(db, owner)
}

/** The hours and closures of the clinic or a doctor. */
export interface OwnSchedule extends Omit<Schedule, 'closures'> {
  closures: ClosureRow[]
}

/** The hours and closures, without plans that are over and closures older than `YEARS_SHOWN`. */
export function readSchedule(db: Database, owner: Owner, moment: ClinicMoment): OwnSchedule {
  const { today, lastDay } = moment
  const plans = readHours(db).get(owner) ?? []
  const current = planOn(plans, today)
  const since = toIsoDate(subYears(fromIsoDate(today), YEARS_SHOWN))
  return {
    today,
    lastDay,
    version: fingerprintOf(plans),
    plans: plans.filter((plan) => plan === current || plan.validFrom > today),
    closures: readClosures(db, since).filter(({ doctorId }) => doctorId === owner),
  }
}

export type HoursOutcome =
  | ({ outcome: 'changed' } & Canceled)
  /** Plans must begin today or later. */
  | { outcome: 'past' }
  /** Another admin has changed the hours meanwhile. */
  | { outcome: 'stale' }
  /** The affected appointments have changed since the preview. */
  | { outcome: 'outdated'; affected: AffectedRow[] }

/**
 * Adds a plan of hours, or replaces the plan of that day, and carries out the decision about the appointments
 * that no longer fit.
 * @param version of the schedule that the admin saw
 */
export function changeHours(
  db: Transaction,
  { owner, plan, version, ...decided }: Decided & HoursRequest & { plan: HoursPlan },
  context: Authorship,
): HoursOutcome {
  const { moment } = context
  if (plan.validFrom < moment.today) return { outcome: 'past' }
  if (version !== readSchedule(db, owner, moment).version) return { outcome: 'stale' }
  const affected = listAffectedByHours(db, { owner, plan, moment })
  if (isOutdated(db, affected, decided)) return { outcome: 'outdated', affected }
  putPlan(db, owner, plan)
  appendChange(db, owner, { validFrom: plan.validFrom, withdrawn: false }, context)
  return { outcome: 'changed', ...carryOut(db, affected, decided, context) }
}

interface HoursRequest {
  owner: Owner
  version: string
}

export type WithdrawalOutcome =
  | Exclude<HoursOutcome, { outcome: 'past' }>
  | { outcome: 'begun' | 'unknown_plan' }
  /** Appointments would no longer fit, and no decision was made about them. */
  | { outcome: 'undecided'; affected: AffectedRow[] }

interface WithdrawalRequest extends HoursRequest, Partial<Decided> {
  validFrom: IsoDate
}

/**
 * Deletes a plan that has not begun, and carries out the decision about the appointments that would no longer
 * fit, which is required when there are any.
 * @param version of the schedule that the admin saw
 */
export function withdrawHours(
  db: Transaction,
  { owner, validFrom, version, appointments, fingerprint }: WithdrawalRequest,
  context: Authorship,
): WithdrawalOutcome {
  const { moment } = context
  if (validFrom <= moment.today) return { outcome: 'begun' }
  if (version !== readSchedule(db, owner, moment).version) return { outcome: 'stale' }
  const affected = listAffectedByPlans(db, { owner, validFrom, moment }, (plans) =>
    without(plans, validFrom),
  )
  if (!appointments && affected.length > 0) return { outcome: 'undecided', affected }
  const decided = { appointments: appointments ?? 'list', fingerprint }
  if (isOutdated(db, affected, decided)) return { outcome: 'outdated', affected }
  if (!deletePlan(db, owner, validFrom)) return { outcome: 'unknown_plan' }
  appendChange(db, owner, { validFrom, withdrawn: true }, context)
  return { outcome: 'changed', ...carryOut(db, affected, decided, context) }
}

/** The clinic's id in events about its hours. */
const CLINIC_SUBJECT = 'clinic'

function appendChange(
  db: Transaction,
  owner: Owner,
  change: { validFrom: IsoDate; withdrawn: boolean },
  { actor, now }: Authorship,
): void {
  const event = { actor, subject: owner ?? CLINIC_SUBJECT, data: { doctorId: owner, ...change } }
  appendEvent(db, { kind: 'schedule.changed', ...event }, now)
}

/** The upcoming appointments that would no longer fit that plan. */
export function listAffectedByHours(
  db: Database,
  { plan, ...of }: Owned & { plan: HoursPlan },
): AffectedRow[] {
  return listAffectedByPlans(db, { ...of, validFrom: plan.validFrom }, (plans) =>
    [...without(plans, plan.validFrom), plan].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1)),
  )
}

interface Owned {
  owner: Owner
  moment: ClinicMoment
}

function listAffectedByPlans(
  db: Database,
  { owner, validFrom, moment }: Owned & Pick<HoursPlan, 'validFrom'>,
  change: (plans: readonly HoursPlan[]) => readonly HoursPlan[],
): AffectedRow[] {
  const changed = (schedule: FullSchedule): FullSchedule => {
    const plans = change(schedule.hours.get(owner) ?? [])
    return { ...schedule, hours: new Map(schedule.hours).set(owner, plans) }
  }
  return listNewConflicts(db, moment, changed, { from: validFrom, doctorId: owner })
}

function without(plans: readonly HoursPlan[], validFrom: IsoDate): HoursPlan[] {
  return plans.filter((plan) => plan.validFrom !== validFrom)
}
