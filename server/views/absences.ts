import { formatSlot } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type {
  AbsenceApproval,
  AbsencePreview,
  AbsenceResult,
  AbsentAppointment,
} from '#contract/schedule/absences.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import type { Dial } from '#domain/dialable-phone.ts'
import { attendanceOf } from '#domain/front-desk/attendance.ts'
import type { AbsenceImpact, AbsentRow, RecordedImpact } from '#domain/schedule/absences.ts'
import type { ListedApproval } from '#drizzle/queries/schedule/absence-approvals.ts'
import { toAffected } from './appointments.ts'
import { toNamed } from './with-id.ts'

type Today = Pick<ClinicMoment, 'today' | 'timeZone'>

/** The effect of an absence of today. */
export function toAbsencePreview(
  { doctor, fingerprint, until, appointments }: AbsenceImpact,
  { today, timeZone }: Today,
  dial: Dial,
): AbsencePreview {
  const clock = until && wallClockAt(until, timeZone)
  return {
    doctor: toNamed(doctor),
    date: today,
    fingerprint,
    untilAt: clock ? { date: clock.today, minute: clock.minute } : null,
    appointments: appointments.map((row) => toAbsent(row, dial)),
  }
}

function toAbsent(
  { row, isReachable, colleague, otherTime: time }: AbsentRow,
  dial: Dial,
): AbsentAppointment {
  return {
    ...toAffected(row, dial),
    treatmentId: row.treatmentId,
    isReachable,
    attendance: attendanceOf(row),
    handOver: colleague ? { ...toNamed(colleague.doctor), slot: formatSlot(colleague.time) } : null,
    otherTime: time
      ? { date: time.date, slot: formatSlot(time), doctor: time.doctor?.name ?? null }
      : null,
  }
}

/** The result for each appointment, and the appointments that are left to decide. */
export function toAbsenceResult(
  { results, left, ...rest }: RecordedImpact,
  day: Today,
  dial: Dial,
): AbsenceResult {
  return {
    ...rest,
    results: results.map(({ appointment, ...result }) => ({
      ...result,
      appointment: toAbsent(appointment, dial),
    })),
    left: toAbsencePreview(left, day, dial),
  }
}

/**
 * An absence that needs an admin's approval, and its state.
 * @param viewer uid
 */
export function toApproval(row: ListedApproval, viewer: string): AbsenceApproval {
  const { closureId: _id, date, fromMinute, recordedBy, recordedAt, state } = row
  return {
    _id,
    doctor: { _id: row.doctorId, name: row.doctorName },
    date,
    fromMinute,
    reason: row.reason,
    recordedBy: row.recordedByName ?? '',
    recordedAt: recordedAt.toISOString(),
    isYours: recordedBy === viewer,
    state,
    ...(row.decidedAt && { decidedBy: row.decidedByName ?? '' }),
  }
}
