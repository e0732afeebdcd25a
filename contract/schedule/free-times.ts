import type { Slot } from '#contract/booking/slots.ts'
import { MINUTES_PER_DAY, type Span } from './schedule.ts'

/** When the clinic or a doctor works on a day, in minutes after local midnight. */
export interface WorkingDay {
  /** A gap between two spans is a break. */
  hours: readonly Span[]
  /** Times without appointments within the hours: closures, absences, minutes that the clock skips. */
  blocked: readonly Span[]
  /** The doctor has no hours of their own, and works whenever the clinic is open. */
  followsClinic?: boolean
}

/** An extra session of a day: docs/requirements.md#extra-sessions. */
export interface DaySession extends Span {
  /** Its doctor; null for the clinic's, in which the doctors without hours of their own work. */
  doctorId: string | null
  /** The treatments that it offers; all when empty. */
  treatmentIds: readonly string[]
  /** Minutes from start to start; null for the length of the treatment. */
  everyMinutes: number | null
}

/** A treatment with its times on a working day. */
interface OfferedTimes {
  id: string
  slots: readonly Slot[]
  /** The length of its times in extra sessions. */
  lengthMinutes: number
  /** Whether it has no free times without doctors. Otherwise it then takes one patient at a time. */
  needsDoctor: boolean
  /** The doctors who give it. */
  doctors: readonly { id: string }[]
}

/** A day's schedule, without appointments. */
export interface DaySchedule {
  clinic: WorkingDay
  /** All doctors, by id. */
  doctors: ReadonlyMap<string, WorkingDay>
  /** The ids of the doctors who give a treatment, by its id; only treatments with doctors. */
  doctorsOf: ReadonlyMap<string, readonly string[]>
  sessions: readonly DaySession[]
  /** For how many minutes after a treatment its doctor takes no other appointment, by treatment id. */
  buffers: ReadonlyMap<string, number>
}

/** The time of an appointment. */
export interface OccupiedTime extends Slot {
  treatmentId: string
  doctorId: string | null
}

/** A time that can be booked. */
export interface FreeTime extends Slot {
  /** The doctors who are free then; empty when the treatment has none. */
  doctorIds: readonly string[]
}

/** The free times of a day, by treatment. */
export interface FreeTimesOfDay<Treatment extends OfferedTimes = OfferedTimes> {
  /** In the order of the treatment's slots. */
  list(treatment: Treatment): FreeTime[]
  /** The length of `list`, computed faster: one free doctor for each time is enough. */
  count(treatment: Treatment): number
}

/** Decides which times of a day are free: docs/requirements.md#free-times. */
export function freeTimes(day: DaySchedule, occupied: readonly OccupiedTime[]): FreeTimesOfDay {
  const ofClinic = agendaOf(day.clinic, restOfDay(day.clinic.hours))
  const ofDoctors = new Map(
    Array.from(day.doctors, ([id, doctor]) => {
      const hasClinicHours = doctor.hours === day.clinic.hours
      return [id, agendaOf(doctor, hasClinicHours ? ofClinic.closed : restOfDay(doctor.hours))]
    }),
  )
  const ofTreatments = new Map<string, Span[]>()
  const bufferOf = (treatmentId: string) => day.buffers.get(treatmentId) ?? 0

  /** Whether the doctor works then, and has no other appointment until the end of the buffer. */
  const isDoctorFree = (id: string, slot: Slot, buffer: number) => {
    const agenda = ofDoctors.get(id)
    return agenda !== undefined && isClear(agenda.closed, slot) && isUntaken(agenda, slot, buffer)
  }
  const worksIn = ({ doctorId }: DaySession, id: string) =>
    doctorId === null ? Boolean(ofDoctors.get(id)?.followsClinic) : doctorId === id
  const sessionsOf = (treatmentId: string) =>
    day.sessions.filter(
      ({ treatmentIds }) => treatmentIds.length === 0 || treatmentIds.includes(treatmentId),
    )

  for (const appointment of occupied) {
    const { doctorId, treatmentId } = appointment
    if (doctorId !== null) {
      ofDoctors.get(doctorId)?.taken.push(spanOf(appointment, bufferOf(treatmentId)))
    }
    if (day.doctorsOf.has(treatmentId)) continue
    const spans = ofTreatments.get(treatmentId) ?? []
    ofTreatments.set(treatmentId, spans)
    spans.push(spanOf(appointment))
  }
  // Booked before the treatment had doctors: each occupies one of them.
  const unassigned = occupied.filter(({ doctorId }) => doctorId === null)
  for (const appointment of unassigned.sort((a, b) => a.startMinute - b.startMinute)) {
    const { treatmentId } = appointment
    const doctors = day.doctorsOf.get(treatmentId)
    const buffer = bufferOf(treatmentId)
    const around = sessionsOf(treatmentId).filter((session) => isInside(session, appointment))
    const doctor = doctors?.find((id) => {
      const agenda = ofDoctors.get(id)
      const isInSession = around.some((session) => worksIn(session, id))
      return (
        isDoctorFree(id, appointment, buffer) ||
        (isInSession && agenda !== undefined && isUntaken(agenda, appointment, buffer))
      )
    })
    if (doctor !== undefined) ofDoctors.get(doctor)?.taken.push(spanOf(appointment, buffer))
  }

  const takenOf = (treatmentId: string): readonly Span[] => ofTreatments.get(treatmentId) ?? []
  const isGiven = ({ needsDoctor, doctors }: OfferedTimes) => !needsDoctor || doctors.length > 0
  /** Whether the clinic is open and no other appointment of the treatment overlaps. */
  const isOpen = (slot: Slot, taken: readonly Span[]) =>
    isClear(ofClinic.closed, slot) && isClear(ofClinic.blocked, slot) && isClear(taken, slot)

  function list(treatment: OfferedTimes): FreeTime[] {
    if (!isGiven(treatment)) return []
    const { id, slots, doctors } = treatment
    const taken = takenOf(id)
    const buffer = bufferOf(id)
    const times: FreeTime[] = []
    let doctorIds: readonly string[] = []
    for (const slot of slots) {
      if (!isOpen(slot, taken)) continue
      doctorIds = idsOf(doctors, ({ id }) => isDoctorFree(id, slot, buffer), doctorIds)
      if (doctors.length === 0 || doctorIds.length > 0) times.push({ ...slot, doctorIds })
    }
    const sessions = sessionsOf(id)
    return sessions.length === 0 ? times : withSessions(times, sessions, treatment)
  }

  function count(treatment: OfferedTimes): number {
    const { id, slots, doctors } = treatment
    if (sessionsOf(id).length > 0) return list(treatment).length
    if (!isGiven(treatment)) return 0
    const taken = takenOf(id)
    const buffer = bufferOf(id)
    return slots.filter(
      (slot) =>
        isOpen(slot, taken) &&
        (doctors.length === 0 || doctors.some(({ id }) => isDoctorFree(id, slot, buffer))),
    ).length
  }

  function withSessions(
    times: readonly FreeTime[],
    sessions: readonly DaySession[],
    { id, lengthMinutes, doctors }: OfferedTimes,
  ): FreeTime[] {
    const taken = takenOf(id)
    const buffer = bufferOf(id)
    const extra = new Map<number, Set<string>>()
    for (const session of sessions) {
      for (const slot of slotsOf(session, lengthMinutes)) {
        if (!isClear(ofClinic.blocked, slot) || !isClear(taken, slot)) continue
        const free = doctors.filter((doctor) => {
          const agenda = ofDoctors.get(doctor.id)
          return agenda && worksIn(session, doctor.id) && isUntaken(agenda, slot, buffer)
        })
        const isFree = doctors.length > 0 ? free.length > 0 : session.doctorId === null
        if (!isFree) continue
        const known = extra.get(slot.startMinute) ?? new Set()
        for (const doctor of free) known.add(doctor.id)
        extra.set(slot.startMinute, known)
      }
    }
    return withExtra(times, extra, lengthMinutes, doctors)
  }

  return { list, count }
}

/**
 * The ids of the free doctors. Consecutive times mostly have the same ones, so they share one array: separate
 * arrays caused most of a day's garbage collection.
 * @param last the ids of the time before
 */
function idsOf<Doctor extends { id: string }>(
  doctors: readonly Doctor[],
  isFree: (doctor: Doctor) => boolean,
  last: readonly string[],
): readonly string[] {
  let ids: string[] | undefined
  let count = 0
  for (const doctor of doctors) {
    if (!isFree(doctor)) continue
    if (!ids && last[count] !== doctor.id) ids = last.slice(0, count)
    ids?.push(doctor.id)
    count += 1
  }
  return ids ?? (count === last.length ? last : last.slice(0, count))
}

/**
 * Merges a treatment's times with its times in sessions, in order. A time in both has the doctors of both.
 */
function withExtra(
  times: readonly FreeTime[],
  extra: ReadonlyMap<number, ReadonlySet<string>>,
  lengthMinutes: number,
  doctors: readonly { id: string }[],
): FreeTime[] {
  const all = new Map(times.map((time) => [time.startMinute, time]))
  for (const [startMinute, ids] of extra) {
    const regular = all.get(startMinute)
    if (regular && regular.lengthMinutes !== lengthMinutes) continue
    const doctorIds = doctors
      .map(({ id }) => id)
      .filter((id) => ids.has(id) || regular?.doctorIds.includes(id))
    all.set(startMinute, { startMinute, lengthMinutes, doctorIds })
  }
  return [...all.values()].sort((a, b) => a.startMinute - b.startMinute)
}

/** A treatment's times in a session. */
function slotsOf(
  { from, to, everyMinutes }: Pick<DaySession, 'from' | 'to' | 'everyMinutes'>,
  lengthMinutes: number,
): Slot[] {
  const slots: Slot[] = []
  const step = everyMinutes ?? lengthMinutes
  for (let start = from; start + lengthMinutes <= to; start += step) {
    slots.push({ startMinute: start, lengthMinutes })
  }
  return slots
}

/** What occupies a doctor. */
interface Agenda {
  /** Outside of the hours. */
  closed: readonly Span[]
  blocked: readonly Span[]
  followsClinic: boolean
  /** Appointments with their buffers. */
  taken: Span[]
}

function agendaOf(
  { blocked, followsClinic = false }: WorkingDay,
  closed: Agenda['closed'],
): Agenda {
  return { closed, blocked, followsClinic, taken: [] }
}

function isUntaken({ blocked, taken }: Agenda, slot: Slot, buffer: number): boolean {
  return isClear(blocked, slot) && isClear(taken, slot, buffer)
}

function isInside({ from, to }: Span, { startMinute, lengthMinutes }: Slot): boolean {
  return from <= startMinute && startMinute + lengthMinutes <= to
}

/** How many appointments can be booked at these times: one each, or one for each free doctor. */
export function countSpaces(times: readonly FreeTime[]): number {
  return times.reduce((sum, { doctorIds }) => sum + Math.max(1, doctorIds.length), 0)
}

/** When the clinic or a doctor takes appointments on a day, without breaks and closures. */
export function openTimes({ hours, blocked }: WorkingDay): Span[] {
  const obstacles = [...restOfDay(hours), ...blocked]
  return restOfDay(obstacles).filter(({ from, to }) => from < to)
}

/** The gaps between these times, up to the end of the next day, so that no appointment runs past midnight. */
function restOfDay(times: readonly Span[]): Span[] {
  const rest: Span[] = []
  let from = 0
  for (const time of times.toSorted((a, b) => a.from - b.from)) {
    if (time.from > from) rest.push({ from, to: time.from })
    from = Math.max(from, time.to)
  }
  return [...rest, { from, to: Math.max(from, 2 * MINUTES_PER_DAY) }]
}

// A loop without allocations: it runs thousands of times a day that is computed.
function isClear(obstacles: readonly Span[], slot: Slot, buffer = 0): boolean {
  const end = slot.startMinute + slot.lengthMinutes + buffer
  for (const { from, to } of obstacles) {
    if (from < end && slot.startMinute < to) return false
  }
  return true
}

function spanOf({ startMinute, lengthMinutes }: Slot, buffer = 0): Span {
  return { from: startMinute, to: startMinute + lengthMinutes + buffer }
}
