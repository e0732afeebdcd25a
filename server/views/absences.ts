import { formatSlot } from '#contract/booking/slots.ts'
import type {
  AbsencePreview,
  AbsenceResult,
  AbsentAppointment,
} from '#contract/schedule/absences.ts'
import type { ClinicMoment } from '#contract/schedule/clinic.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import type { AbsenceImpact, AbsentRow, RecordedImpact } from '#domain/schedule/absences.ts'
import { toAffected } from './appointments.ts'

type Today = Pick<ClinicMoment, 'today' | 'timeZone'>

/** What an absence of today would do. */
export function toAbsencePreview(
  { doctor, fingerprint, until, appointments }: AbsenceImpact,
  { today, timeZone }: Today,
): AbsencePreview {
  const clock = until && wallClockAt(until, timeZone)
  return {
    doctor: { _id: doctor.id, name: doctor.name },
    date: today,
    fingerprint,
    untilAt: clock ? { date: clock.today, minute: clock.minute } : null,
    appointments: appointments.map(toAbsent),
  }
}

function toAbsent({ row, isReachable, colleague, otherTime: time }: AbsentRow): AbsentAppointment {
  return {
    ...toAffected(row),
    treatmentId: row.treatmentId,
    isReachable,
    handOver: colleague ? { _id: colleague.id, name: colleague.name } : null,
    otherTime: time
      ? { date: time.date, slot: formatSlot(time), doctor: time.doctor?.name ?? null }
      : null,
  }
}

/** What became of the appointments, and what is left to decide. */
export function toAbsenceResult(
  { results, left, ...rest }: RecordedImpact,
  day: Today,
): AbsenceResult {
  return {
    ...rest,
    results: results.map(({ appointment, ...result }) => ({
      ...result,
      appointment: toAbsent(appointment),
    })),
    left: toAbsencePreview(left, day),
  }
}
