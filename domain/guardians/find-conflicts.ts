import { overlaps } from '#contract/booking/slots.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'

/**
 * The appointments of `moving` that one patient could not have besides `others`: the same treatment on one
 * day, or an overlapping time. Canceled ones do not count.
 */
export function findConflicts(
  moving: readonly AppointmentRow[],
  others: readonly AppointmentRow[],
): AppointmentRow[] {
  const booked = others.filter(isBooked)
  return moving
    .filter(isBooked)
    .filter((row) =>
      booked.some(
        (other) =>
          other.date === row.date &&
          (other.treatmentId === row.treatmentId || overlaps(other, row)),
      ),
    )
}

function isBooked({ status }: AppointmentRow): boolean {
  return status === 'booked'
}
