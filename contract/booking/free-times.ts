import { MINUTES_PER_DAY, type Span } from '../schedule/schedule.ts'
import type { Slot } from './slots.ts'

/** When the clinic or a doctor works on a day, in minutes after local midnight. */
export interface WorkingDay {
  /** A gap between two spans is a break. */
  hours: readonly Span[]
  /** Without appointments in spite of the hours: closures, absences, minutes that the clock skips. */
  blocked: readonly Span[]
}

/** A treatment with its times on a working day. */
interface OfferedTimes {
  id: string
  slots: readonly Slot[]
  /** Whether it has no free times without doctors; otherwise it takes one patient at a time then. */
  needsDoctor: boolean
  /** Those who give it. */
  doctors: readonly { id: string }[]
}

/** A day without its appointments. */
export interface DaySchedule {
  clinic: WorkingDay
  /** All doctors, by id. */
  doctors: ReadonlyMap<string, WorkingDay>
  /** The ids of those who give a treatment, by its id: of treatments that have doctors. */
  doctorsOf: ReadonlyMap<string, readonly string[]>
}

/** The time of an appointment. */
export interface OccupiedTime extends Slot {
  treatmentId: string
  doctorId: string | null
}

/** A time that can be booked. */
export interface FreeTime extends Slot {
  /** The doctors who are free then; none when the treatment has no doctors. */
  doctorIds: readonly string[]
}

/**
 * Decides which times of a day are free: docs/requirements.md#free-times.
 * @returns a function that lists a treatment's free times in the order of its slots
 */
export function freeTimes(
  day: DaySchedule,
  occupied: readonly OccupiedTime[],
): (treatment: OfferedTimes) => FreeTime[] {
  const ofClinic = obstaclesOf(day.clinic)
  const ofDoctors = new Map(Array.from(day.doctors, ([id, doctor]) => [id, obstaclesOf(doctor)]))
  const ofTreatments = new Map<string, Span[]>()
  const isDoctorFree = (id: string, slot: Slot) => isClear(ofDoctors.get(id) ?? ALL_DAY, slot)

  for (const appointment of occupied) {
    const { doctorId, treatmentId } = appointment
    if (doctorId !== null) ofDoctors.get(doctorId)?.push(spanOf(appointment))
    if (day.doctorsOf.has(treatmentId)) continue
    const spans = ofTreatments.get(treatmentId) ?? []
    ofTreatments.set(treatmentId, spans)
    spans.push(spanOf(appointment))
  }
  // Booked before the treatment had doctors: each takes one of them.
  const unassigned = occupied.filter(({ doctorId }) => doctorId === null)
  for (const appointment of unassigned.sort((a, b) => a.startMinute - b.startMinute)) {
    const doctors = day.doctorsOf.get(appointment.treatmentId)
    const doctor = doctors?.find((id) => isDoctorFree(id, appointment))
    if (doctor !== undefined) ofDoctors.get(doctor)?.push(spanOf(appointment))
  }

  return ({ id, slots, needsDoctor, doctors }) => {
    if (needsDoctor && doctors.length === 0) return []
    const obstacles = [...ofClinic, ...(ofTreatments.get(id) ?? [])]
    const times: FreeTime[] = []
    for (const slot of slots) {
      if (!isClear(obstacles, slot)) continue
      const doctorIds: string[] = []
      for (const doctor of doctors) if (isDoctorFree(doctor.id, slot)) doctorIds.push(doctor.id)
      if (doctors.length === 0 || doctorIds.length > 0) times.push({ ...slot, doctorIds })
    }
    return times
  }
}

/** How many appointments can be booked at some times: one each, or one for each free doctor. */
export function countSpaces(times: readonly FreeTime[]): number {
  return times.reduce((sum, { doctorIds }) => sum + Math.max(1, doctorIds.length), 0)
}

/** When the clinic or a doctor takes appointments on a day, breaks and closures taken off. */
export function openTimes(day: WorkingDay): Span[] {
  return restOfDay(obstaclesOf(day)).filter(({ from, to }) => from < to)
}

function obstaclesOf({ hours, blocked }: WorkingDay): Span[] {
  return [...restOfDay(hours), ...blocked]
}

/** What some times leave of a day. It does not end at midnight: no appointment goes beyond it. */
function restOfDay(times: readonly Span[]): Span[] {
  const rest: Span[] = []
  let from = 0
  for (const time of times.toSorted((a, b) => a.from - b.from)) {
    if (time.from > from) rest.push({ from, to: time.from })
    from = Math.max(from, time.to)
  }
  return [...rest, { from, to: Math.max(from, 2 * MINUTES_PER_DAY) }]
}

const ALL_DAY: readonly Span[] = [{ from: 0, to: 2 * MINUTES_PER_DAY }]

// A loop: it runs thousands of times for each day.
function isClear(obstacles: readonly Span[], { startMinute, lengthMinutes }: Slot): boolean {
  for (const { from, to } of obstacles) {
    if (from < startMinute + lengthMinutes && startMinute < to) return false
  }
  return true
}

function spanOf({ startMinute, lengthMinutes }: Slot): Span {
  return { from: startMinute, to: startMinute + lengthMinutes }
}
