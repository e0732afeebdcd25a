import { type NextTimes, SHOWN_DAYS } from '#contract/booking/next-times.ts'
import { formatSlot, type Slot } from '#contract/booking/slots.ts'
import type { BookingCalendar, ClinicMoment } from '#contract/clinic/clinic.ts'
import type { IsoDate } from '#contract/dates.ts'
import { describeAges } from '#contract/guardians/describe-ages.ts'
import { toDollars } from '#contract/money.ts'
import { stateOn } from '#contract/opening/opening.ts'
import { countSpaces, type FreeTime, type OccupiedTime } from '#contract/schedule/free-times.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import { slotsOf, type Treatment } from '#contract/treatments/treatments.ts'
import { watchChanges } from '#drizzle/change-watch.ts'
import type { Database } from '#drizzle/client.ts'
import { listOccupiedTimes } from '#drizzle/queries/booking/appointments.ts'
import { readBookingChanges } from '#drizzle/queries/events.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { hasOverdueTime } from '#drizzle/queries/waitlist/freed-times.ts'
import type { ClinicClock } from '../clinic-clock.ts'
import { bookableDays, hasFreeTime, type OpenDays, readCalendar } from './calendar.ts'
import { freeTimesOn, treatmentsOn } from './free-times.ts'
import { currentSchedule, type Schedule } from './schedule.ts'

export interface Availability {
  /**
   * The response of `GET /available` for a day: JSON in UTF-8, encoded once for all requests. Without times while
   * families cannot book online, and without treatments that not all families book online.
   */
  treatmentsOn: (date: IsoDate) => Buffer
  /** The same with one more treatment, by its id, for a family that the clinic has asked to book it. */
  treatmentsWith: (date: IsoDate, treatmentId: string) => Buffer
  /**
   * The same with the times to which an appointment can be moved; families can move appointments
   * even while they cannot book.
   */
  timesToMoveOn: (date: IsoDate) => Buffer
  /** Which days can be booked, and which of those are full. */
  calendar: () => Required<BookingCalendar>
  /**
   * The first of these days, both included, on which a treatment has a free time for families; undefined
   * without any. Null for any doctor.
   */
  firstFreeDay: (wanted: {
    treatmentId: string
    doctorId: string | null
    from: IsoDate
    to: IsoDate
  }) => IsoDate | undefined
  /** Each treatment's next days with free times. The object stays the same until one of them may differ. */
  next: () => FoundTimes
}

/** `GET /available/next`. */
interface FoundTimes {
  list: readonly NextTimes[]
  /** The same as JSON in UTF-8. */
  body: Buffer
}

/** The cached facts about a bookable day. */
interface KnownDay {
  treatments?: Buffer
  /** The list that `treatments` encodes. */
  list?: Treatment[]
  /** The part of it that all families book online, encoded; only where that differs. */
  online?: Buffer
  isFull?: boolean
}

/**
 * Answers what can be booked. The answer for a day is cached until an event concerns one of its appointments,
 * or the schedule changes; the answer for today, for at most a minute.
 */
export function createAvailability(db: Database, clock: ClinicClock): Availability {
  const hasChanged = watchChanges(db)
  const days = new Map<IsoDate, KnownDay>()
  let latestEvent = 0
  let next: FoundTimes | undefined
  let known:
    | {
        moment: ClinicMoment
        schedule: Schedule
        calendar?: OpenCalendar
        /** The ids of the treatments that not all families book online. */
        restricted: ReadonlySet<string>
      }
    | undefined

  /** Drops outdated answers. */
  function refresh(): NonNullable<typeof known> {
    const moment = clock.moment()
    // `hasChanged` comes first: it must be called every time.
    if (!hasChanged() && known?.moment === moment) return known

    const schedule = currentSchedule(db)
    // Read before the appointments: what is committed in between is then read twice instead of missed.
    const changes = readBookingChanges(db, latestEvent)
    latestEvent = changes.latest
    if (changes.dates === 'many' || changes.dates.length > 0) next = undefined
    const isOther = known?.schedule !== schedule || known.moment.today !== moment.today
    if (isOther || changes.dates === 'many') days.clear()
    else for (const date of changes.dates) days.delete(date)
    if (known?.moment === moment && !isOther) return known
    days.delete(moment.today)
    if (hasOverdueTime(db)) days.clear()
    next = undefined
    known = { moment, schedule, restricted: restrictedOf(schedule) }
    return known
  }

  function bookableDaysNow(): OpenCalendar {
    const now = refresh()
    now.calendar ??= readOpenCalendar(now.schedule, now.moment)
    return now.calendar
  }

  function dayOf(date: IsoDate): KnownDay {
    const day = days.get(date) ?? {}
    days.set(date, day)
    return day
  }

  function isOpen(): boolean {
    const { moment, schedule } = refresh()
    return stateOn(schedule.opening, moment.today) === 'open'
  }

  function treatmentsOn(date: IsoDate): Buffer {
    const { schedule, restricted, moment } = refresh()
    if (!isOpen()) return describeWithoutTimes(withoutRestricted(schedule), date)
    if (restricted.size === 0) return timesToMoveOn(date)
    if (date < moment.today || date > moment.lastDay) {
      return describeDay(withoutRestricted(schedule), [], date, moment)
    }
    const list = listOn(date)
    const day = dayOf(date)
    day.online ??= Buffer.from(JSON.stringify(list.filter(({ _id }) => !restricted.has(_id))))
    return day.online
  }

  function treatmentsWith(date: IsoDate, treatmentId: string): Buffer {
    const { restricted } = refresh()
    if (!isOpen() || !restricted.has(treatmentId)) return treatmentsOn(date)
    const shown = listOn(date).filter(({ _id }) => _id === treatmentId || !restricted.has(_id))
    return Buffer.from(JSON.stringify(shown))
  }

  function timesToMoveOn(date: IsoDate): Buffer {
    const { moment, schedule } = refresh()
    // Only bookable days are cached: requests for other days must not fill the memory.
    if (date < moment.today || date > moment.lastDay) return describeDay(schedule, [], date, moment)
    const day = dayOf(date)
    day.treatments ??= describeDay(schedule, listOccupiedTimes(db, date), date, moment)
    return day.treatments
  }

  /** The treatments of a bookable day, read once until the day changes. */
  function listOn(date: IsoDate): Treatment[] {
    const treatments = timesToMoveOn(date)
    const day = dayOf(date)
    day.list ??= JSON.parse(String(treatments)) as Treatment[]
    return day.list
  }

  return {
    treatmentsOn,
    treatmentsWith,
    timesToMoveOn,
    firstFreeDay({ treatmentId, doctorId, from, to }) {
      if (!isOpen()) return undefined
      const days = bookableDaysNow().bookable.filter((date) => from <= date && date <= to)
      return days.find((date) => {
        const treatment = listOn(date).find(({ _id }) => _id === treatmentId) ?? null
        return slotsOf({ treatment, doctor: doctorId }).length > 0
      })
    },
    next() {
      const { schedule } = refresh()
      if (next) return next
      const { bookable } = bookableDaysNow()
      const days = isOpen() ? bookable : []
      const list = findNextTimes(withoutRestricted(schedule), days, listOn)
      next = { list, body: Buffer.from(JSON.stringify(list)) }
      return next
    },
    calendar() {
      const { moment, schedule } = refresh()
      const { open, bookable } = bookableDaysNow()
      const ofFamilies = withoutDesk(schedule)
      const fullDays = bookable.filter((date) => {
        const day = dayOf(date)
        day.isFull ??= !hasFreeTime(ofFamilies, listOccupiedTimes(db, date), date, moment)
        return day.isFull
      })
      return { ...open, fullDays }
    },
  }
}

const restrictedOf = ({ treatments }: Schedule): ReadonlySet<string> =>
  new Set(treatments.flatMap(({ id, booking }) => (booking === 'online' ? [] : id)))

/** The schedule of the treatments that all families book online. */
const withoutRestricted = (schedule: Schedule): Schedule => ({
  ...schedule,
  treatments: schedule.treatments.filter(({ booking }) => booking === 'online'),
})

/** The schedule of the treatments that any family books online. */
const withoutDesk = (schedule: Schedule): Schedule => ({
  ...schedule,
  treatments: schedule.treatments.filter(({ booking }) => booking !== 'desk'),
})

interface OpenCalendar {
  open: OpenDays
  bookable: IsoDate[]
}

function readOpenCalendar(schedule: Schedule, moment: ClinicMoment): OpenCalendar {
  const open = readCalendar(schedule, moment)
  return { open, bookable: bookableDays(open) }
}

/**
 * Searches day by day until every treatment has its next free days, or until the horizon.
 * @param treatmentsOn the treatments of a day with their free times
 */
function findNextTimes(
  { treatments }: Schedule,
  bookable: readonly IsoDate[],
  treatmentsOn: (date: IsoDate) => readonly Treatment[],
): NextTimes[] {
  const found = treatments
    .filter(({ prices }) => prices.length > 0)
    .map(({ id, name, doctors, ...limits }): NextTimes => {
      const ages = describeAges(limits)
      const { minAgeMonths, maxAgeMonths } = limits
      return {
        _id: id,
        name,
        ...(ages !== undefined && { ages }),
        ...(minAgeMonths !== null && { minAgeMonths }),
        ...(maxAgeMonths !== null && { maxAgeMonths }),
        ...(doctors.length > 0 && { doctors: doctors.map((doctor) => doctor.name) }),
        days: [],
      }
    })
  const wanted = new Map(found.map((treatment) => [treatment._id, treatment]))
  for (const date of bookable) {
    if (wanted.size === 0) break
    for (const { _id, price, slots } of treatmentsOn(date)) {
      const treatment = wanted.get(_id)
      if (!treatment || slots.length === 0) continue
      treatment.days.push({ date, price, slots })
      if (treatment.days.length === SHOWN_DAYS) wanted.delete(_id)
    }
  }
  return found
}

/** A treatment as the API shows it: the price of `date` in dollars, slots as text. */
export function toTreatment(
  treatment: OfferedTreatment,
  { date, slots = treatment.slots }: { date: IsoDate; slots?: readonly Slot[] },
): Treatment {
  const { id, name, prices, minAgeMonths, maxAgeMonths } = treatment
  return {
    _id: id,
    name,
    slots: slots.map(formatSlot),
    price: toDollars(priceOn(prices, date) ?? prices[0]?.priceCents ?? 0),
    ...(minAgeMonths !== null && { minAgeMonths }),
    ...(maxAgeMonths !== null && { maxAgeMonths }),
  }
}

/** The response of `GET /available` for a day with these appointments, as JSON in UTF-8. */
function describeDay(
  schedule: Schedule,
  occupied: readonly OccupiedTime[],
  date: IsoDate,
  moment: ClinicMoment,
): Buffer {
  const timesOf = freeTimesOn(schedule, occupied, date, moment)
  const treatments = treatmentsOn(schedule, date)
  return Buffer.from(
    JSON.stringify(treatments.map((each) => toAvailable(each, timesOf(each), date))),
  )
}

/** The same without any times. */
function describeWithoutTimes(schedule: Schedule, date: IsoDate): Buffer {
  const treatments = treatmentsOn(schedule, date)
  return Buffer.from(JSON.stringify(treatments.map((each) => toAvailable(each, [], date))))
}

/** A treatment with its free times and spaces on a day; by doctor where patients can choose one. */
export function toAvailable(
  treatment: OfferedTreatment,
  free: FreeTime[],
  date: IsoDate,
): Treatment {
  const shown = toTreatment(treatment, { date, slots: free })
  if (treatment.doctors.length < 2) return shown
  const doctors = treatment.doctors.map(({ id, name }) => ({
    _id: id,
    name,
    slots: [] as string[],
  }))
  const slotsOf = new Map(doctors.map(({ _id, slots }) => [_id, slots]))
  free.forEach(({ doctorIds }, index) => {
    for (const id of doctorIds) slotsOf.get(id)?.push(shown.slots[index] ?? '')
  })
  return { ...shown, spaces: countSpaces(free), doctors }
}
