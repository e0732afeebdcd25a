import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { readBookedTimes } from '#domain/availability/booked-times.ts'
import { hasStarted } from '#domain/availability/free-times.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type DoctorWithTreatments,
  listDoctorsWithTreatments,
} from '#drizzle/queries/schedule/doctors.ts'

/** The fields of a doctor that only admins see. */
export interface DoctorAtWork extends DoctorWithTreatments {
  /** By treatment id. */
  coming: { treatment: string; count: number }[]
}

/** All doctors with their treatments and the number of their upcoming appointments. */
export function listDoctorsAtWork(
  db: Database,
  moment: Pick<ClinicMoment, 'today' | 'minute'>,
): DoctorAtWork[] {
  const byDoctor = new Map<string, Map<string, number>>()
  for (const [date, times] of readBookedTimes(db, moment.today)) {
    for (const time of times) {
      const { doctorId, treatmentId } = time
      if (doctorId === null || hasStarted(time, date, moment)) continue
      const counts = byDoctor.get(doctorId) ?? new Map<string, number>()
      byDoctor.set(doctorId, counts.set(treatmentId, (counts.get(treatmentId) ?? 0) + 1))
    }
  }
  return listDoctorsWithTreatments(db).map((one) => ({
    ...one,
    coming: [...(byDoctor.get(one.doctor.id) ?? [])]
      .map(([treatment, count]) => ({ treatment, count }))
      .sort((a, b) => (a.treatment < b.treatment ? -1 : 1)),
  }))
}
