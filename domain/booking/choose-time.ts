import { overlaps, type Slot } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { FreeTime, OccupiedTime } from '#contract/schedule/free-times.ts'
import type { Database } from '#drizzle/client.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { isHeld } from '#drizzle/queries/waitlist/freed-times.ts'

const ALTERNATIVES = 3

/** A treatment's free times, of one doctor if given. */
export function timesOf(doctor: string | undefined, times: readonly FreeTime[]): FreeTime[] {
  if (doctor === undefined) return [...times]
  return times
    .filter(({ doctorIds }) => doctorIds.includes(doctor))
    .map((time) => ({ ...time, doctorIds: [doctor] }))
}

/**
 * The preferred doctor if free; otherwise the free one with the fewest appointments that day, among equals the
 * first by name.
 * @param preferred id of a doctor
 */
export function chooseDoctor(
  treatment: Pick<OfferedTreatment, 'doctors'>,
  time: FreeTime | undefined,
  occupied: readonly OccupiedTime[],
  preferred?: string,
): OfferedTreatment['doctors'][number] | undefined {
  const free = freeDoctors(treatment, time, occupied)
  return free.find(({ id }) => id === preferred) ?? free[0]
}

/** The free doctors: those with the fewest appointments that day first, then by name. */
export function freeDoctors(
  treatment: Pick<OfferedTreatment, 'doctors'>,
  time: FreeTime | undefined,
  occupied: readonly OccupiedTime[],
): OfferedTreatment['doctors'] {
  return doctorsByLoad(treatment, loadOf(occupied)).filter(({ id }) => time?.doctorIds.includes(id))
}

/** The doctors of a treatment: those with the fewest appointments that day first, then by name. */
export function doctorsByLoad(
  { doctors }: Pick<OfferedTreatment, 'doctors'>,
  load: ReadonlyMap<string | null, number>,
): OfferedTreatment['doctors'] {
  // The list is in the order of names, which sorting keeps.
  return doctors.toSorted((a, b) => (load.get(a.id) ?? 0) - (load.get(b.id) ?? 0))
}

/** How many of a day's appointments each doctor has. */
export function loadOf(occupied: readonly OccupiedTime[]): Map<string | null, number> {
  const load = new Map<string | null, number>()
  for (const { doctorId } of occupied) load.set(doctorId, (load.get(doctorId) ?? 0) + 1)
  return load
}

/** The free times nearest to a taken one, without times at which the family has an appointment. */
export function nearestTimes(slot: Slot, free: readonly Slot[], own: readonly Slot[]): Slot[] {
  return free
    .filter((time) => !own.some((appointment) => overlaps(appointment, time)))
    .sort((a, b) => distance(a, slot) - distance(b, slot) || a.startMinute - b.startMinute)
    .slice(0, ALTERNATIVES)
    .map(({ startMinute, lengthMinutes }) => ({ startMinute, lengthMinutes }))
}

/** Whether a time is not booked but held for a family on the waiting list. */
export function isHeldTime(
  db: Database,
  { id, doctors }: Pick<OfferedTreatment, 'id' | 'doctors'>,
  time: Slot & { date: IsoDate },
): boolean {
  return isHeld(db, time, [id, ...doctors.map((doctor) => doctor.id)])
}

/** Whether a time equals that slot. */
export const isSameTime = (slot: Slot) => (time: Slot) => time.startMinute === slot.startMinute

function distance(a: Slot, b: Slot): number {
  return Math.abs(a.startMinute - b.startMinute)
}
