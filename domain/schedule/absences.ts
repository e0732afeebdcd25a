import { formatSlot, overlaps, type Slot } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type {
  AbsenceDecision,
  AbsenceDraft,
  AbsenceOutcome,
  NewAbsence,
} from '#contract/schedule/absences.ts'
import { MINUTES_PER_DAY } from '#contract/schedule/schedule.ts'
import type { Authorship, Moment } from '#domain/context.ts'
import { undoArrival } from '#domain/front-desk/attendance.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  familiesOf,
  findAppointment,
  listOccupiedTimes,
} from '#drizzle/queries/booking/appointments.ts'
import { listDecidedIds } from '#drizzle/queries/booking/decided-cancellations.ts'
import { listUnreached } from '#drizzle/queries/front-desk/families.ts'
import { recordClinicChange } from '#drizzle/queries/front-desk/todo.ts'
import { isToApprove } from '#drizzle/queries/schedule/absence-approvals.ts'
import { type DoctorRow, findDoctorById } from '#drizzle/queries/schedule/doctors.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { listUnsettledOf } from '#drizzle/queries/schedule/schedule-conflicts.ts'
import { listReoffered } from '#drizzle/queries/waitlist/waitlist.ts'
import { freeTimesOn, hasStarted } from '../availability/free-times.ts'
import { currentSchedule } from '../availability/schedule.ts'
import { isWithin } from '../availability/schedule-fit.ts'
import { cancelByClinic } from '../booking/cancel-appointment.ts'
import { doctorsByLoad, loadOf } from '../booking/choose-time.ts'
import { moveToTime } from '../booking/move-appointment.ts'
import {
  type ProposedTime,
  planReoffers,
  type ReofferPlan,
} from '../waitlist/reoffers/plan-reoffers.ts'
import { reofferAppointments } from '../waitlist/reoffers/reoffer-appointments.ts'
import { requestApproval } from './absence-approvals.ts'
import { addClosure, type NewClosure } from './closures.ts'
import { impactOf } from './schedule-conflicts.ts'

interface Absence {
  doctor: DoctorRow
  closure: NewClosure & { doctorId: string }
  /** The affected appointments. */
  rows: AppointmentRow[]
  /** For each of `rows`, at the same index. */
  colleagues: readonly AbsentRow['colleague'][]
  plan: ReofferPlan | undefined
}

/** An absence of today before it is recorded; undefined when the doctor does not exist. */
function planAbsence(
  db: Database,
  draft: AbsenceDraft,
  reason: string,
  { moment, now }: Moment,
): Absence | undefined {
  const doctor = findDoctorById(db, draft.doctor)
  if (!doctor) return undefined
  const { doctor: doctorId, fromMinute } = draft
  const days = { fromDate: moment.today, toDate: moment.today }
  const closure = { doctorId, ...days, fromMinute, toMinute: MINUTES_PER_DAY, reason }
  const rows = listAbsent(db, closure, moment)
  const colleagues = proposeColleagues(db, rows, moment)
  const first = new Set(rows.filter((_, index) => !colleagues[index]).map(({ id }) => id))
  const plan = planReoffers(db, rows, closure, { moment, now, isNearFirst: true, first })
  return { doctor, closure, rows, colleagues, plan }
}

/** Appointments of the absence, and of patients who still wait for the doctor when it begins. */
function listAbsent(
  db: Database,
  closure: Absence['closure'],
  { today, minute }: ClinicMoment,
): AppointmentRow[] {
  const [reoffered, decided] = [listReoffered(db), listDecidedIds(db)]
  const isAway = closure.fromMinute <= minute
  return listUnsettledOf(db, { doctorId: closure.doctorId, date: today }).filter(
    (row) =>
      (isWithin(row, closure) || (isAway && row.attendance === 'arrived')) &&
      !reoffered.has(row.id) &&
      !decided.has(row.id),
  )
}

/** Who takes over, and at which time of today. */
interface Colleague {
  doctor: OfferedTreatment['doctors'][number]
  time: Slot
}

/** An appointment of an ill doctor, and the options for it. */
export interface AbsentRow {
  row: AppointmentRow
  /** Whether an email reaches the family. */
  isReachable: boolean
  colleague: Colleague | undefined
  /** The time that a re-offer would hold. */
  otherTime: ProposedTime | undefined
}

/** The effect of an absence of today. */
export interface AbsenceImpact {
  doctor: DoctorRow
  fingerprint: string
  /** Until when a re-offer would hold other times. */
  until: Date | undefined
  appointments: AbsentRow[]
}

/** Undefined when the doctor does not exist. */
export function previewAbsence(
  db: Database,
  draft: AbsenceDraft,
  when: Moment,
): AbsenceImpact | undefined {
  const absence = planAbsence(db, draft, '', when)
  return absence && absenceImpact(db, absence)
}

function absenceImpact(db: Database, { doctor, rows, colleagues, plan }: Absence): AbsenceImpact {
  const unreached = new Set(listUnreached(db, familiesOf(rows)))
  return {
    doctor,
    fingerprint: impactOf(db, rows).fingerprint,
    until: plan?.deadlines.answerBy,
    appointments: rows.map((row, index) => {
      const family = row.patientUid ?? row.deskFamilyId
      return {
        row,
        isReachable: family !== null && !unreached.has(family),
        colleague: colleagues[index],
        otherTime: plan?.times.find((time) => time.row.id === row.id),
      }
    }),
  }
}

/**
 * Proposes a colleague for each appointment: one who gives the treatment and is free then, with the fewest
 * appointments that day. No colleague is proposed for two overlapping appointments.
 * Patients who are here and whose time has begun get the next time that is left today.
 */
function proposeColleagues(
  db: Database,
  rows: readonly AppointmentRow[],
  moment: ClinicMoment,
): AbsentRow['colleague'][] {
  const schedule = currentSchedule(db)
  const occupied = listOccupiedTimes(db, moment.today)
  const loads = loadOf(occupied)
  const given: (Slot & { doctorId: string })[] = []

  function propose(row: AppointmentRow): Colleague | undefined {
    const treatment = schedule.treatments.find(({ id }) => id === row.treatmentId)
    if (!treatment) return undefined
    const hasBegun = hasStarted(row, row.date, moment)
    if (hasBegun && row.attendance === 'expected') return undefined
    const byLoad = doctorsByLoad(treatment, loads).filter(({ id }) => id !== row.doctorId)
    for (const time of freeTimesOn(schedule, occupied, row.date, moment)(treatment)) {
      if (!hasBegun && formatSlot(time) !== formatSlot(row)) continue
      const doctor = byLoad.find(
        ({ id }) =>
          time.doctorIds.includes(id) &&
          !given.some((other) => other.doctorId === id && overlaps(other, time)),
      )
      if (!doctor) continue
      given.push({ ...time, doctorId: doctor.id })
      return { doctor, time }
    }
    return undefined
  }

  // Appointments that can keep their time come before those that take what is left.
  const inOrder = [
    ...rows.filter((row) => !hasStarted(row, row.date, moment)),
    ...rows.filter((row) => hasStarted(row, row.date, moment)),
  ]
  const proposed = new Map(inOrder.map((row) => [row.id, propose(row)]))
  return rows.map(({ id }) => proposed.get(id))
}

/** The result for an appointment. */
interface AbsenceResultRow {
  appointment: AbsentRow
  outcome: AbsenceOutcome
  /** Whether staff have to call the family. */
  toCall: boolean
}

export interface RecordedImpact {
  results: AbsenceResultRow[]
  /** How many were refunded. */
  refunded: number
  /** The appointments that are left to decide. */
  left: AbsenceImpact
  /** Whether an admin has to approve it. */
  toApprove: boolean
}

type RecordedAbsence =
  | { outcome: 'done'; result: RecordedImpact }
  /** The appointments have changed since the preview. */
  | { outcome: 'outdated'; impact: AbsenceImpact }
  | { outcome: 'unknown_doctor' }

/**
 * Records that a doctor is ill today, unless that is recorded already, and carries out the decision about
 * each appointment. One that is no longer possible does not prevent the others. `toApprove`: the absence
 * applies, and an admin has to approve it.
 */
export function recordAbsence(
  db: Transaction,
  { reason, fingerprint, decisions, ...draft }: NewAbsence,
  { toApprove, ...context }: Authorship & { toApprove: boolean },
): RecordedAbsence {
  const absence = planAbsence(db, draft, reason, context)
  if (!absence) return { outcome: 'unknown_doctor' }
  const { closure, plan } = absence
  const impact = absenceImpact(db, absence)
  if (impact.fingerprint !== fingerprint) return { outcome: 'outdated', impact }
  const added = addClosure(db, { closure, toApprove, appointments: 'list' }, context)
  if (toApprove && added.outcome === 'closed') requestApproval(db, added.id, closure, context)
  // Before the others, so that none of them takes a proposed time.
  const reoffered =
    plan && 'id' in added
      ? reoffer(db, { closureId: added.id, plan, decisions }, context)
      : new Set<string>()
  let refunded = 0
  const results = impact.appointments.map((appointment): AbsenceResultRow => {
    const { id } = appointment.row
    const decision = decisions.find(({ _id }) => _id === id)
    const outcome = reoffered.has(id)
      ? 'reoffered'
      : decision
        ? carryOut(db, decision, draft.doctor, context)
        : 'later'
    if (outcome === 'refunded') refunded += 1
    const isChanged = outcome !== 'later' && outcome !== 'failed'
    const toCall = isChanged && !appointment.isReachable
    return { appointment, outcome: outcome === 'refunded' ? 'cancelled' : outcome, toCall }
  })
  const left = previewAbsence(db, draft, context)
  if (!left) throw new Error('A doctor went away within a transaction.')
  const waits = isToApprove(db, { doctorId: draft.doctor, date: context.moment.today })
  return { outcome: 'done', result: { results, refunded, left, toApprove: waits } }
}

/**
 * Holds the proposed times that are still free.
 * @returns ids of the appointments for which it does
 */
function reoffer(
  db: Transaction,
  {
    closureId,
    plan,
    decisions,
  }: { closureId: string; plan: ReofferPlan; decisions: readonly AbsenceDecision[] },
  context: Authorship,
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
    for (const row of rows) undoArrival(db, row, context)
    reofferAppointments(db, { closureId, rows, plan: { ...plan, times } }, context)
  }
  return new Set(rows.map(({ id }) => id))
}

function carryOut(
  db: Transaction,
  decision: AbsenceDecision,
  doctorId: string,
  context: Authorship,
): AbsenceOutcome | 'refunded' {
  if (decision.action === 'later') return 'later'
  // The proposed time is no longer free.
  if (decision.action === 'reoffer') return 'failed'
  const row = findAppointment(db, decision._id)
  if (row?.version !== decision.version || row.doctorId !== doctorId) return 'failed'
  if (decision.action === 'cancel') {
    const end = cancelByClinic(db, undoArrival(db, row, context), context)
    return end === 'changed' ? 'failed' : end
  }
  const target =
    decision.action === 'move'
      ? { date: decision.date, slot: decision.slot }
      : { date: row.date, slot: decision.slot ?? formatSlot(row), doctor: decision.doctor }
  if (moveToTime(db, row, target, context).outcome !== 'moved') return 'failed'
  const { date } = target
  const moved = findAppointment(db, row.id)
  if (moved && date !== row.date) undoArrival(db, moved, context)
  recordClinicChange(db, { appointmentId: row.id, what: 'moved', date, changedAt: context.now })
  return decision.action === 'move' ? 'moved' : 'handed_over'
}
