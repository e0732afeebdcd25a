import {
  formatMinute,
  overlaps,
  parseSlotEnd,
  parseSlotStart,
  type Slot,
} from '#contract/booking/slots.ts'
import { type IsoDate, weekdayOf } from '#contract/dates.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { AgendaFrame, ClosedTime, FrameDay } from '#contract/front-desk/agenda-frame.ts'
import { MINUTES_PER_DAY, type Span } from '#contract/schedule/schedule.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'

/** A column of a day: a doctor, a treatment without doctors, or the whole clinic. */
export interface DayColumn {
  id: string
  date: IsoDate
  name: string
  /** The name that distinguishes it from other columns; in a week, the day. */
  label: string
  /** Null for a treatment's column. */
  doctor: string | null
  /** Ids of the treatments that can be booked in it. */
  treatments: readonly string[]
  hours: readonly Span[]
  closed: readonly ClosedTime[]
  /** The clinic's own hours and closures. */
  clinic: Pick<FrameDay, 'hours' | 'closures'>
  /** Without hours on that day, or away during all of them. */
  isOff: boolean
  /** How many appointments it has. */
  count: number
  /** For the whole clinic's column: the columns of its doctors and treatments. */
  parts?: readonly DayColumn[]
}

/** Time without appointments, with the reason in a word. */
interface Band extends Span {
  kind: 'closed' | 'break' | 'closure' | 'absence'
  label: string
}

/** An appointment's position in its column; older ones may overlap. */
export interface Placed<Entry extends Slot = AgendaEntry> {
  entry: Entry
  /** Index of the column. */
  column: number
  lane: number
  lanes: number
}

/** A time that can be booked in a column. */
export interface FreeStart extends Slot {
  column: number
  /** As the API offers it: '09:00 AM - 09:30 AM'. */
  slot: string
  treatment: string
  /** Null when the time comes without a choice of doctor. */
  doctor: string | null
  /** Name of the doctor who gives the treatment then; null without one. */
  doctorName: string | null
}

/** Id of the column of an appointment. */
export const columnOf = ({ doctor, treatment }: Pick<AgendaEntry, 'doctor' | 'treatment'>) =>
  doctor?._id ?? `treatment:${treatment}`

/** The columns of a day: doctors in their order, then treatments without doctors. */
export function columnsOf(
  frame: AgendaFrame,
  day: FrameDay,
  entries: readonly AgendaEntry[],
): DayColumn[] {
  const counts = new Map<string, number>()
  for (const entry of entries) {
    const id = columnOf(entry)
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const columns: DayColumn[] = frame.doctors.map((doctor, index) => {
    const { hours = [], absences = [] } = day.doctors[index] ?? {}
    return {
      ...own(doctor._id, doctor.name, day),
      doctor: doctor._id,
      treatments: doctor.treatments,
      hours,
      closed: absences,
      isOff: hours.every((span) =>
        absences.some(({ from, to }) => from <= span.from && span.to <= to),
      ),
      count: counts.get(doctor._id) ?? 0,
    }
  })
  for (const { _id, name } of frame.treatments) {
    const id = `treatment:${name}`
    const count = counts.get(id) ?? 0
    columns.push({ ...own(id, name, day), treatments: [_id], count })
  }
  // Columns of doctors who have left, and of treatments that are no longer offered.
  for (const entry of entries) {
    const id = columnOf(entry)
    if (columns.some((column) => column.id === id)) continue
    const name = entry.doctor?.name ?? entry.treatment
    columns.push({ ...own(id, name, day), count: counts.get(id) ?? 0 })
  }
  return columns
}

function own(id: string, name: string, day: FrameDay): DayColumn {
  const { date, hours } = day
  return {
    id,
    date,
    name,
    label: name,
    doctor: null,
    treatments: [],
    hours,
    closed: [],
    clinic: day,
    isOff: hours.length === 0,
    count: 0,
  }
}

/** The clinic's own column, for all appointments of a day. */
export function clinicColumn(
  frame: AgendaFrame,
  day: FrameDay,
  entries: readonly AgendaEntry[],
): DayColumn {
  const parts = columnsOf(frame, day, entries)
  const treatments = [...new Set(parts.flatMap((part) => part.treatments))]
  return { ...own('clinic', 'Clinic', day), treatments, count: entries.length, parts }
}

/** Whether a day is on the weekend and has neither hours nor appointments. */
export function isEmptyWeekend(
  { date, hours, doctors }: FrameDay,
  entries: readonly Pick<AgendaEntry, 'date'>[],
): boolean {
  const isWeekend = [0, 6].includes(weekdayOf(date))
  const isOpen = hours.length > 0 || doctors.some((doctor) => doctor.hours.length > 0)
  return isWeekend && !isOpen && entries.every((entry) => entry.date !== date)
}

/** Whether a column has the appointments of all doctors. */
export const isClinicColumn = ({ parts }: DayColumn) => parts !== undefined

/** The columns that a column combines; for others the column itself. */
export const partsOf = (column: DayColumn): readonly DayColumn[] => column.parts ?? [column]

/** The place of a time: its column and, in the whole clinic's column, its doctor. */
export const describePlace = (column: DayColumn, doctorName: string | null | undefined): string =>
  isClinicColumn(column) && doctorName ? `${column.label}, ${doctorName}` : column.label

/** The hours that are always visible, in minutes. */
const LEAST: Span = { from: 8 * 60, to: 17 * 60 }

/** The visible hours of a day, in whole hours. */
export function rangeOf(
  day: { hours: readonly Span[]; doctors: readonly { hours: readonly Span[] }[] },
  entries: readonly Slot[],
): Span {
  const spans = [
    ...day.hours,
    ...day.doctors.flatMap(({ hours }) => hours),
    ...entries.map(({ startMinute: from, lengthMinutes }) => ({ from, to: from + lengthMinutes })),
  ]
  const from = Math.min(...spans.map((span) => span.from))
  const to = Math.max(...spans.map((span) => span.to))
  if (spans.length === 0) return LEAST
  return {
    from: Math.floor(from / 60) * 60,
    to: Math.min(MINUTES_PER_DAY, Math.ceil(to / 60) * 60),
  }
}

/** The whole hours within a range, in minutes. */
export const hoursOf = ({ from, to }: Span): number[] =>
  Array.from({ length: (to - from) / 60 }, (_, index) => from + 60 * index)

/** '9:30': the short form for cards. */
export const shortTime = (minute: number) =>
  `${((Math.floor(minute / 60) + 11) % 12) + 1}:${String(minute % 60).padStart(2, '0')}`

/** '9 AM' */
export const hourName = (minute: number) => formatMinute(minute).replace(':00', '')

/** When a column has no appointments by the schedule, in order, within `range`. */
export function bandsOf(column: DayColumn, range: Span): Band[] {
  const hours = column.hours.toSorted((a, b) => a.from - b.from)
  const bands: Band[] = []
  let from = range.from
  for (const span of [...hours, { from: range.to, to: range.to }]) {
    const isBreak = from > range.from && span.from < range.to
    const kind = isBreak ? ('break' as const) : ('closed' as const)
    const label = isBreak ? 'Break' : column.doctor === null ? 'Closed' : 'Not working'
    if (span.from > from) bands.push({ from, to: span.from, kind, label })
    from = Math.max(from, span.to)
  }
  const cut = ({ from, to }: Span) => ({
    from: Math.max(range.from, from),
    to: Math.min(range.to, to),
  })
  for (const closure of column.clinic.closures) {
    bands.push({ ...cut(closure), kind: 'closure', label: `Closed: ${closure.reason}` })
  }
  for (const absence of column.closed) {
    bands.push({ ...cut(absence), kind: 'absence', label: `Away: ${absence.reason}` })
  }
  return bands.filter((band) => band.from < band.to)
}

/** The appointments of the shown columns in the order of columns and times. */
export function placeEntries(
  columns: readonly DayColumn[],
  entries: readonly AgendaEntry[],
): Placed[] {
  const byColumn = Map.groupBy(entries, columnOf)
  return columns.flatMap(({ id }, column) =>
    placeInLanes(byColumn.get(id) ?? []).map((placed) => ({ ...placed, column })),
  )
}

/** All of them in one column, side by side where they overlap. */
export const placeTogether = <Entry extends Slot>(
  entries: readonly Entry[],
  column: number,
): Placed<Entry>[] => placeInLanes(entries).map((placed) => ({ ...placed, column }))

/** Appointments without a lane. */
export interface Folded extends Span {
  column: number
  count: number
}

/** The most lanes in a day of the clinic's week; the last one counts the remaining appointments. */
export const MOST_LANES = 3

/** High enough for two lines, and for a finger, in minutes. */
const FOLDED_MINUTES = 20

/**
 * Keeps at most `MOST_LANES` lanes: appointments for the last and further lanes are counted by their starting
 * hour.
 */
export function foldLanes(placed: readonly Placed[]): { shown: Placed[]; folded: Folded[] } {
  const fits = ({ lane, lanes }: Placed) => lanes <= MOST_LANES || lane < MOST_LANES - 1
  const shown = placed
    .filter(fits)
    .map((each) => ({ ...each, lanes: Math.min(each.lanes, MOST_LANES) }))
  const rest = placed.filter((each) => !fits(each))
  const hourOf = ({ entry }: Placed) => Math.floor(entry.startMinute / 60)
  const folded = [...Map.groupBy(rest, (each) => `${each.column} ${hourOf(each)}`).values()].map(
    (group) => {
      const from = Math.min(...group.map(({ entry }) => entry.startMinute))
      const ends = group.map(({ entry }) => entry.startMinute + entry.lengthMinutes)
      const hourEnd = (Math.floor(from / 60) + 1) * 60
      const to = Math.max(from + FOLDED_MINUTES, Math.min(hourEnd, Math.max(...ends)))
      return { column: group[0]?.column ?? 0, from, to, count: group.length }
    },
  )
  return { shown, folded }
}

/** Assigns lanes where appointments overlap, which happens only without a doctor, or for older ones. */
function placeInLanes<Entry extends Slot>(
  entries: readonly Entry[],
): Omit<Placed<Entry>, 'column'>[] {
  const placed: Omit<Placed<Entry>, 'column'>[] = []
  let group: typeof placed = []
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.startMinute - b.startMinute)) {
    if (entry.startMinute >= end) group = []
    const taken = group.filter((other) => overlaps(other.entry, entry)).map(({ lane }) => lane)
    let lane = 0
    while (taken.includes(lane)) lane += 1
    const place = { entry, lane, lanes: 1 }
    group.push(place)
    placed.push(place)
    const lanes = Math.max(...group.map((other) => other.lane)) + 1
    for (const other of group) other.lanes = lanes
    end = Math.max(end, entry.startMinute + entry.lengthMinutes)
  }
  return placed
}

/**
 * The times of treatments that staff can book, by column.
 * @param date of the treatments' times, where the columns are several days
 * @param withOutside includes times outside opening hours, which need a reason
 */
export function freeStarts(
  columns: readonly DayColumn[],
  treatments: readonly Treatment[],
  { date, withOutside = false }: { date?: IsoDate | undefined; withOutside?: boolean } = {},
): FreeStart[] {
  return treatments.flatMap((treatment) => {
    const { _id, slots, doctors } = treatment
    const parts = columns.flatMap((column, index) =>
      partsOf(column).map((part) => ({ part, index })),
    )
    return parts.flatMap(({ part, index }) => {
      if (!part.treatments.includes(_id) || (date && part.date !== date)) return []
      const choice = doctors?.find((each) => each._id === part.doctor)
      // A treatment without a choice of doctors has the times of its only doctor.
      if (doctors && !choice) return []
      const starts = (choice?.slots ?? slots).map((slot) => ({
        column: index,
        slot,
        treatment: _id,
        doctor: choice?._id ?? null,
        doctorName: part.doctor && part.name,
        startMinute: parseSlotStart(slot),
        lengthMinutes: parseSlotEnd(slot) - parseSlotStart(slot),
      }))
      return withOutside ? starts : starts.filter((start) => isWithinHours(part, start))
    })
  })
}

/** Whether a time is within the hours of a column and of the clinic, and outside of closures and absences. */
export function isWithinHours({ hours, closed, clinic }: DayColumn, time: Slot): boolean {
  const end = time.startMinute + time.lengthMinutes
  const isIn = ({ from, to }: Span) => from <= time.startMinute && end <= to
  const touches = ({ from, to }: Span) => from < end && time.startMinute < to
  return (
    hours.some(isIn) && clinic.hours.some(isIn) && ![...closed, ...clinic.closures].some(touches)
  )
}

/** One start for each time of a column, preferably the given doctor's. */
export const oneOfEachTime = (starts: readonly FreeStart[], doctor: string | null): FreeStart[] =>
  [
    ...Map.groupBy(starts, ({ column, startMinute }) => `${column} ${startMinute}`).values(),
  ].flatMap((group) => group.find((start) => start.doctor === doctor) ?? group.slice(0, 1))

/** One start for each minute of a column: the shortest. */
export function distinctStarts(starts: readonly FreeStart[]): FreeStart[] {
  const byPlace = new Map<string, FreeStart>()
  for (const start of starts) {
    const key = `${start.column} ${start.startMinute}`
    const known = byPlace.get(key)
    if (!known || start.lengthMinutes < known.lengthMinutes) byPlace.set(key, start)
  }
  // Starts that would overlap are left out; any start can still be booked by its time.
  const shown: FreeStart[] = []
  for (const start of [...byPlace.values()].sort(
    (a, b) => a.column - b.column || a.startMinute - b.startMinute,
  )) {
    const last = shown.at(-1)
    if (last?.column !== start.column || !overlaps(last, start)) shown.push(start)
  }
  return shown
}

/** The start in a column at or near a minute; undefined when none is near. */
export function startAt(
  starts: readonly FreeStart[],
  { column, minute }: { column: number; minute: number },
): FreeStart | undefined {
  const NEAR_MINUTES = 15
  const distance = ({ startMinute, lengthMinutes }: Slot) =>
    minute < startMinute
      ? startMinute - minute
      : Math.max(0, minute - startMinute - lengthMinutes + 1)
  return starts
    .filter((start) => start.column === column && distance(start) <= NEAR_MINUTES)
    .sort((a, b) => distance(a) - distance(b) || b.startMinute - a.startMinute)[0]
}

/** A position that the arrow keys reach. */
interface Place {
  column: number
  startMinute: number
  /** The lane, where several begin at the same time. */
  lane?: number
}

/** The next position in the direction of an arrow key. The positions are sorted by column. */
export function neighborOf<Stop extends Place>(
  stops: readonly Stop[],
  from: Place,
  key: string,
): Stop | undefined {
  const order = (a: Place, b: Place) =>
    a.startMinute - b.startMinute || (a.lane ?? 0) - (b.lane ?? 0)
  const inColumn = (column: number) => stops.filter((stop) => stop.column === column).sort(order)
  if (key === 'ArrowUp') return inColumn(from.column).findLast((stop) => order(stop, from) < 0)
  if (key === 'ArrowDown') return inColumn(from.column).find((stop) => order(stop, from) > 0)
  if (key === 'Home') return inColumn(from.column)[0]
  if (key === 'End') return inColumn(from.column).at(-1)
  const side = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (side === 0) return undefined
  const columns = [...new Set(stops.map(({ column }) => column))].sort((a, b) => (a - b) * side)
  const next = columns.find((column) => (column - from.column) * side > 0)
  if (next === undefined) return undefined
  const away = (stop: Stop) => Math.abs(stop.startMinute - from.startMinute)
  return inColumn(next).sort((a, b) => away(a) - away(b))[0]
}
