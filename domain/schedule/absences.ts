import { formatSlot, overlaps } from '#contract/booking/slots.ts'
import type {
  AbsenceDecision,
  AbsenceDraft,
  AbsenceOutcome,
  AbsencePreview,
  AbsenceResult,
  AbsentAppointment,
  NewAbsence,
} from '#contract/schedule/absences.ts'
import type { ClinicMoment } from '#contract/schedule/clinic.ts'
import { MINUTES_PER_DAY } from '#contract/schedule/schedule.ts'
import type { ScheduleContext } from '#domain/availability/schedule-context.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  findAppointment,
  listOccupiedTimes,
} from '#drizzle/queries/booking/appointments.ts'
import { findFamily } from '#drizzle/queries/front-desk/families.ts'
import { recordClinicChange } from '#drizzle/queries/front-desk/todo.ts'
import { isToApprove } from '#drizzle/queries/schedule/absence-approvals.ts'
import { type DoctorRow, findDoctorById } from '#drizzle/queries/schedule/doctors.ts'
import { freeTimesOn } from '../availability/free-times.ts'
import { currentSchedule } from '../availability/schedule.ts'
import { cancelByClinic } from '../booking/cancel-appointment.ts'
import { moveToTime } from '../booking/move-appointment.ts'
import { wallClockAt } from '../clinic-clock.ts'
import { planReoffers, type ReofferPlan } from '../reoffers/plan-reoffers.ts'
import { reofferAppointments } from '../reoffers/reoffer-appointments.ts'
import { requestApproval } from './absence-approvals.ts'
import { addClosure, listAffected, type NewClosure } from './closures.ts'
import { describeImpact, toAffected } from './schedule-conflicts.ts'

interface Absence {
  doctor: DoctorRow
  closure: NewClosure & { doctorId: string }
  /** The appointments that it affects. */
  rows: AppointmentRow[]
  plan: ReofferPlan | undefined
}

type When = Pick<ScheduleContext, 'moment' | 'now'>

/** What an absence of today would be; undefined when there is no such doctor. */
function planAbsence(
  db: Database,
  draft: AbsenceDraft,
  reason: string,
  { moment, now }: When,
): Absence | undefined {
  const doctor = findDoctorById(db, draft.doctor)
  if (!doctor) return undefined
  const closure = closureOf(draft, reason, moment)
  const rows = listAffected(db, closure, moment)
  return { doctor, closure, rows, plan: planReoffers(db, rows, closure, { moment, now }) }
}

/** The appointments of a doctor who is ill today; undefined when there is no such doctor. */
export function previewAbsence(
  db: Database,
  draft: AbsenceDraft,
  when: When,
): AbsencePreview | undefined {
  const absence = planAbsence(db, draft, '', when)
  return absence && toPreview(db, absence, when)
}

function toPreview(
  db: Database,
  { doctor, rows, plan }: Absence,
  { moment, now }: When,
): AbsencePreview {
  const { today: date, minute } = wallClockAt(plan?.until ?? now, moment.timeZone)
  return {
    doctor: { _id: doctor.id, name: doctor.name },
    date: moment.today,
    fingerprint: describeImpact(db, rows).fingerprint,
    untilAt: plan ? { date, minute } : null,
    appointments: proposeColleagues(db, rows, moment).map((each) => ({
      ...each,
      otherTime: otherTimeOf(plan, each),
    })),
  }
}

/** The time that a re-offer would hold for an appointment. */
function otherTimeOf(plan: ReofferPlan | undefined, { _id }: { _id: string }) {
  const time = plan?.times.find(({ row }) => row.id === _id)
  if (!time) return null
  return { date: time.date, slot: formatSlot(time), doctor: time.doctor?.name ?? null }
}

function closureOf(
  { doctor: doctorId, fromMinute }: AbsenceDraft,
  reason: string,
  { today }: ClinicMoment,
): NewClosure & { doctorId: string } {
  const days = { fromDate: today, toDate: today }
  return { doctorId, ...days, fromMinute, toMinute: MINUTES_PER_DAY, reason }
}

/**
 * Proposes for each appointment a colleague who gives the treatment and is free at its time: the one
 * with the fewest appointments that day. No one is proposed for two at the same time.
 */
function proposeColleagues(
  db: Database,
  rows: readonly AppointmentRow[],
  moment: ClinicMoment,
): Omit<AbsentAppointment, 'otherTime'>[] {
  const schedule = currentSchedule(db)
  const occupied = listOccupiedTimes(db, moment.today)
  const loads = Map.groupBy(occupied, ({ doctorId }) => doctorId)
  const given: { doctorId: string; startMinute: number; lengthMinutes: number }[] = []
  return rows.map((row) => {
    const treatment = schedule.treatments.find(({ id }) => id === row.treatmentId)
    const times = treatment ? freeTimesOn(schedule, occupied, row.date, moment)(treatment) : []
    const time = times.find((free) => formatSlot(free) === formatSlot(row))
    const [best] = (treatment?.doctors ?? [])
      .filter(({ id }) => id !== row.doctorId && time?.doctorIds.includes(id))
      .filter(({ id }) => !given.some((other) => other.doctorId === id && overlaps(other, row)))
      .sort((one, other) => (loads.get(one.id)?.length ?? 0) - (loads.get(other.id)?.length ?? 0))
    if (best) given.push({ ...row, doctorId: best.id })
    const handOver = best ? { _id: best.id, name: best.name } : null
    return { ...toAffected(row), treatmentId: row.treatmentId, ...reach(db, row), handOver }
  })
}

function reach(db: Database, { patientUid, deskFamilyId }: AppointmentRow) {
  const family = findFamily(db, patientUid ?? deskFamilyId ?? '')
  return { isReachable: family?.isReachable ?? false }
}

type RecordedAbsence =
  | { outcome: 'done'; result: AbsenceResult }
  /** The appointments have changed since the preview. */
  | { outcome: 'outdated'; preview: AbsencePreview }
  | { outcome: 'unknown_doctor' }

/**
 * Records that a doctor is ill today, unless that is recorded, and carries out what was decided about
 * each appointment. One that cannot be done any more does not hold up the others. `toApprove`: it
 * applies, and an admin is to approve it.
 */
export function recordAbsence(
  db: Transaction,
  { reason, fingerprint, decisions, ...draft }: NewAbsence,
  { toApprove, ...context }: ScheduleContext & { toApprove: boolean },
): RecordedAbsence {
  const absence = planAbsence(db, draft, reason, context)
  if (!absence) return { outcome: 'unknown_doctor' }
  const { closure, plan } = absence
  const preview = toPreview(db, absence, context)
  if (preview.fingerprint !== fingerprint) return { outcome: 'outdated', preview }
  const added = addClosure(db, { closure, toApprove, appointments: 'list' }, context)
  if (toApprove && added.outcome === 'closed') requestApproval(db, added.id, closure, context)
  // Before the others, so that none of them takes a time that was proposed.
  const reoffered =
    plan && 'id' in added
      ? reoffer(db, { closureId: added.id, plan, decisions }, context)
      : new Set<string>()
  let refunded = 0
  const results = preview.appointments.map((appointment) => {
    const decision = decisions.find(({ _id }) => _id === appointment._id)
    const outcome = reoffered.has(appointment._id)
      ? 'reoffered'
      : decision
        ? carryOut(db, decision, draft.doctor, context)
        : 'later'
    if (outcome === 'refunded') refunded += 1
    const isChanged = outcome !== 'later' && outcome !== 'failed'
    const toCall = isChanged && !appointment.isReachable
    return { appointment, outcome: outcome === 'refunded' ? 'cancelled' : outcome, toCall } as const
  })
  const left = previewAbsence(db, draft, context)
  if (!left) throw new Error('A doctor went away within a transaction.')
  const waits = isToApprove(db, { doctorId: draft.doctor, date: context.moment.today })
  const result = { results: [...results], refunded, left, toApprove: waits }
  return { outcome: 'done', result }
}

/**
 * Holds the other times that were proposed and are still free.
 * @returns ids of the appointments for which it does
 */
function reoffer(
  db: Transaction,
  {
    closureId,
    plan,
    decisions,
  }: { closureId: string; plan: ReofferPlan; decisions: readonly AbsenceDecision[] },
  context: ScheduleContext,
): Set<string> {
  const times = plan.times.filter(({ row, ...time }) => {
    const decision = decisions.find(({ _id }) => _id === row.id)
    return (
      decision?.action === 'reoffer' &&
      decision.version === row.version &&
      decision.date === time.date &&
      decision.slot === formatSlot(time)
    )
  })
  const rows = times.map(({ row }) => row)
  if (rows.length > 0) {
    reofferAppointments(db, { closureId, rows, plan: { ...plan, times } }, context)
  }
  return new Set(rows.map(({ id }) => id))
}

function carryOut(
  db: Transaction,
  decision: AbsenceDecision,
  doctorId: string,
  context: ScheduleContext,
): AbsenceOutcome | 'refunded' {
  if (decision.action === 'later') return 'later'
  // The time that was proposed is free no more.
  if (decision.action === 'reoffer') return 'failed'
  const row = findAppointment(db, decision._id)
  if (row?.version !== decision.version || row.doctorId !== doctorId) return 'failed'
  if (decision.action === 'cancel') {
    const end = cancelByClinic(db, row, context)
    return end === 'changed' ? 'failed' : end
  }
  const target =
    decision.action === 'move'
      ? { date: decision.date, slot: decision.slot }
      : { date: row.date, slot: formatSlot(row), doctor: decision.doctor }
  if (moveToTime(db, row, target, context).outcome !== 'moved') return 'failed'
  const { date } = target
  recordClinicChange(db, { appointmentId: row.id, what: 'moved', date, changedAt: context.now })
  return decision.action === 'move' ? 'moved' : 'handed_over'
}
