import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { OccupiedTime } from '#contract/schedule/free-times.ts'
import type { HoursPlan, Span } from '#contract/schedule/schedule.ts'
import { createClinicClock } from '../clinic-clock.ts'
import { freeOn } from './free-times.ts'
import type { Schedule } from './schedule.ts'

const MINUTE = 60_000
const DOCTORS = ['ada', 'ben', 'cleo']
const TREATMENTS = ['allergies', 'checkup', 'sleep']

// Days of clock changes in both directions, and one day without a change.
const DAYS: [timeZone: string, date: IsoDate][] = [
  ['America/New_York', '2027-03-14'],
  ['America/New_York', '2027-11-07'],
  ['Europe/Berlin', '2027-03-28'],
  ['Europe/Berlin', '2027-10-31'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['Australia/Lord_Howe', '2027-10-03'],
  ['America/Santiago', '2027-04-04'],
  ['America/Santiago', '2027-09-05'],
  ['Asia/Kolkata', '2027-03-02'],
]

const span = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 700 }))
  .map(([from, length]): Span => ({ from, to: Math.min(from + length, 1440) }))
/** Mostly the whole day, so that many times are free. */
const hours = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Span[]>([{ from: 0, to: 1440 }]) },
  { weight: 2, arbitrary: fc.array(span, { maxLength: 3 }) },
)
const owner = fc.constantFrom(null, ...DOCTORS)
const slot = fc.record({
  startMinute: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 1439 })),
  lengthMinutes: fc.integer({ min: 1, max: 90 }),
})

function world([timeZone, date]: (typeof DAYS)[number]) {
  const around = fc.integer({ min: -3, max: 3 }).map((days) => dayAfter(date, days))
  return fc.record({
    timeZone: fc.constant(timeZone),
    date: fc.constant(date),
    // From the previous day to the next one.
    now: fc
      .integer({ min: -40 * 60, max: 40 * 60 })
      .map((minutes) => new Date(Date.parse(date) + minutes * MINUTE)),
    plans: fc.array(fc.record({ owner, validFrom: around, hours }), { maxLength: 5 }),
    closures: fc.array(
      fc.record({ owner, from: around, days: fc.nat(2), time: fc.option(span, { freq: 4 }) }),
      { maxLength: 3 },
    ),
    treatments: fc.array(
      fc.record({
        slots: fc
          .uniqueArray(slot, { selector: (one) => one.startMinute, maxLength: 8 })
          .map((slots) => slots.toSorted((a, b) => a.startMinute - b.startMinute)),
        doctors: fc.subarray(DOCTORS),
        weekdays: fc.oneof(
          { weight: 4, arbitrary: fc.constant<number[]>([0, 1, 2, 3, 4, 5, 6]) },
          fc.subarray<number>([0, 1, 2, 3, 4, 5, 6]),
        ),
        buffer: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 45 })),
        length: fc.integer({ min: 10, max: 60 }),
      }),
      { minLength: TREATMENTS.length, maxLength: TREATMENTS.length },
    ),
    sessions: fc.array(
      fc.record({
        owner,
        on: fc.oneof({ weight: 3, arbitrary: fc.constant(date) }, around),
        time: span,
        treatments: fc.subarray(TREATMENTS),
        every: fc.option(fc.integer({ min: 5, max: 90 })),
      }),
      { maxLength: 3 },
    ),
    occupied: fc.array(
      fc.record({
        ...{ treatmentId: fc.constantFrom(...TREATMENTS), doctorId: owner },
        startMinute: fc.integer({ min: 0, max: 1439 }),
        lengthMinutes: fc.integer({ min: 1, max: 90 }),
      }),
      { maxLength: 8 },
    ),
  })
}
type World = ReturnType<typeof world> extends fc.Arbitrary<infer Value> ? Value : never

/** The test's clinic as the product reads it. */
function toSchedule({ plans, closures, treatments, sessions }: World): Schedule {
  const ordered = plans.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
  const plansOf = (who: string | null): HoursPlan[] =>
    ordered
      .filter((plan) => plan.owner === who)
      .map(({ validFrom, hours }) => ({ validFrom, week: Array.from({ length: 7 }, () => hours) }))
  return {
    treatments: treatments.map(({ slots, doctors, weekdays, length }, index) => ({
      id: TREATMENTS[index] ?? '',
      name: TREATMENTS[index] ?? '',
      booking: 'online',
      minAgeMonths: null,
      maxAgeMonths: null,
      prices: [{ validFrom: '2000-01-01', priceCents: 100 }],
      slots,
      weekdays,
      lengthMinutes: length,
      needsDoctor: doctors.length > 0,
      doctors: doctors.map((id) => ({ id, name: id })),
    })),
    hours: new Map([null, ...DOCTORS].map((who) => [who, plansOf(who)])),
    closures: closures.map(({ owner, from, days, time }, index) => ({
      id: String(index),
      doctorId: owner,
      fromDate: from,
      toDate: dayAfter(from, days),
      fromMinute: time?.from ?? 0,
      toMinute: time?.to ?? 1440,
      reason: '',
      forFamilies: null,
    })),
    sessions: sessions.map(({ owner, on, time, treatments, every }, index) => ({
      id: String(index),
      doctorId: owner,
      date: on,
      fromMinute: time.from,
      toMinute: time.to,
      everyMinutes: every,
      priceCents: null,
      treatmentIds: treatments,
    })),
    buffers: new Map(treatments.map(({ buffer }, index) => [TREATMENTS[index] ?? '', buffer])),
    doctorIds: DOCTORS,
    opening: { state: 'open', from: null, reason: null },
    doctorsOf: new Map(
      treatments.flatMap(({ doctors }, index) =>
        doctors.length > 0 ? [[TREATMENTS[index] ?? '', doctors] as const] : [],
      ),
    ),
  }
}

const knownBeginnings = new Map<string, Map<number, number>>()

/** The instant at which each minute of a day first begins. Minutes that clocks skip are missing. */
function beginnings({ timeZone, date }: Pick<World, 'timeZone' | 'date'>): Map<number, number> {
  const begins = knownBeginnings.get(timeZone + date) ?? new Map<number, number>()
  if (begins.size > 0) return begins
  knownBeginnings.set(timeZone + date, begins)
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const first = Date.parse(date) - 15 * 60 * MINUTE
  for (let at = first; at < first + 55 * 60 * MINUTE; at += MINUTE) {
    const [day, time = ''] = clock.format(at).split(' ')
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    if (day === date && !begins.has(hour * 60 + minute)) begins.set(hour * 60 + minute, at)
  }
  return begins
}

/** Decides for each minute separately, without the product's code. */
function freeByTheMinute(world: World): string[] {
  const { date, now, plans, closures, treatments, occupied, sessions } = world
  const begins = beginnings(world)
  const within = (spans: readonly Span[], minute: number) =>
    spans.some(({ from, to }) => from <= minute && minute < to)
  const planned = (who: string | null) =>
    plans
      .filter((plan) => plan.owner === who && plan.validFrom <= date)
      .reduce<(typeof plans)[number] | undefined>(
        (latest, plan) => (latest && latest.validFrom > plan.validFrom ? latest : plan),
        undefined,
      )?.hours
  const isClosed = (who: string | null, minute: number) =>
    closures.some(
      ({ owner, from, days, time }) =>
        owner === who &&
        from <= date &&
        date <= dayAfter(from, days) &&
        (time === null || within([time], minute)),
    )
  const minutesOf = ({ startMinute, lengthMinutes }: Minutes) =>
    Array.from({ length: lengthMinutes }, (_, index) => startMinute + index)
  const isOpen = (minute: number) =>
    begins.has(minute) && within(planned(null) ?? [], minute) && !isClosed(null, minute)

  const indexOf = (id: string) => TREATMENTS.indexOf(id)
  const doctorsOf = (id: string) => treatments[indexOf(id)]?.doctors ?? []
  const bufferAfter = ({ startMinute, lengthMinutes }: Minutes, id: string) =>
    Array.from(
      { length: treatments[indexOf(id)]?.buffer ?? 0 },
      (_, index) => startMinute + lengthMinutes + index,
    )
  const takenBy = (one: OccupiedTime) => [...minutesOf(one), ...bufferAfter(one, one.treatmentId)]
  const busy = new Set(
    occupied.flatMap((one) => takenBy(one).map((minute) => `${one.doctorId} ${minute}`)),
  )
  const works = (doctor: string, minute: number) =>
    within(planned(doctor) ?? planned(null) ?? [], minute)
  const canTake = (doctor: string, slot: Minutes, id: string) =>
    minutesOf(slot).every((minute) => !isClosed(doctor, minute)) &&
    [...minutesOf(slot), ...bufferAfter(slot, id)].every((m) => !busy.has(`${doctor} ${m}`))
  const sessionsFor = (id: string) =>
    sessions.filter(
      ({ on, treatments }) => on === date && (treatments.length === 0 || treatments.includes(id)),
    )
  const isStaffedBy = ({ owner }: (typeof sessions)[number], doctor: string) =>
    owner === null ? planned(doctor) === undefined : owner === doctor
  const unassigned = occupied.filter(({ doctorId }) => doctorId === null)
  for (const one of unassigned.toSorted((a, b) => a.startMinute - b.startMinute)) {
    const isThere = (doctor: string) =>
      minutesOf(one).every((minute) => works(doctor, minute)) ||
      sessionsFor(one.treatmentId).some(
        (session) =>
          isStaffedBy(session, doctor) && minutesOf(one).every((m) => within([session.time], m)),
      )
    const doctor = doctorsOf(one.treatmentId).find(
      (id) => isThere(id) && canTake(id, one, one.treatmentId),
    )
    for (const minute of takenBy(one)) busy.add(`${doctor} ${minute}`)
  }

  const isUsable = (minute: number) => begins.has(minute) && !isClosed(null, minute)
  const minutesOfDay = Array.from({ length: 1440 }, (_, minute) => minute)
  const isDayOpen = minutesOfDay.some(
    (minute) =>
      isOpen(minute) ||
      (isUsable(minute) && sessions.some(({ on, time }) => on === date && within([time], minute))),
  )
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay()
  return TREATMENTS.flatMap((id, index) => {
    const { slots = [], weekdays = [], length = 1 } = treatments[index] ?? {}
    const found = new Map<number, { lengthMinutes: number; doctors: Set<string> }>()
    const isTaken = (slot: Minutes) =>
      occupied.some(
        (one) => one.treatmentId === id && minutesOf(one).some((m) => minutesOf(slot).includes(m)),
      )
    const offer = (slot: Minutes, isForAll: boolean, isThere: (doctor: string) => boolean) => {
      const hasBegun = (begins.get(slot.startMinute) ?? 0) <= now.getTime()
      if (!isDayOpen || hasBegun || !minutesOf(slot).every(isUsable)) return
      const doctors = doctorsOf(id).filter((each) => isThere(each) && canTake(each, slot, id))
      const isFree = doctorsOf(id).length > 0 ? doctors.length > 0 : isForAll && !isTaken(slot)
      const known = found.get(slot.startMinute)
      if (!isFree || (known && known.lengthMinutes !== slot.lengthMinutes)) return
      const all = new Set([...(known?.doctors ?? []), ...doctors])
      found.set(slot.startMinute, { lengthMinutes: slot.lengthMinutes, doctors: all })
    }
    for (const slot of weekdays.includes(weekday) ? slots : []) {
      if (!minutesOf(slot).every(isOpen)) continue
      offer(slot, true, (doctor) => minutesOf(slot).every((minute) => works(doctor, minute)))
    }
    for (const session of sessionsFor(id)) {
      const { time, every, owner } = session
      for (const startMinute of minutesOfDay) {
        const isStart = (startMinute - time.from) % (every ?? length) === 0
        if (startMinute < time.from || !isStart || startMinute + length > time.to) continue
        const slot = { startMinute, lengthMinutes: length }
        offer(slot, owner === null, (doctor) => isStaffedBy(session, doctor))
      }
    }
    return [...found]
      .sort(([a], [b]) => a - b)
      .map(([startMinute, { doctors }]) => {
        const inOrder = doctorsOf(id).filter((doctor) => doctors.has(doctor))
        return `${id} ${startMinute} ${inOrder}`
      })
  })
}

type Minutes = Pick<OccupiedTime, 'startMinute' | 'lengthMinutes'>

it('agrees with a minute-by-minute model on random days', () => {
  let free = 0
  fc.assert(
    fc.property(fc.constantFrom(...DAYS).chain(world), (world) => {
      const schedule = toSchedule(world)
      const clock = createClinicClock({ ...world, horizonDays: 5 }, () => world.now)
      const { list, count } = freeOn(schedule, world.occupied, world.date, clock.moment())
      const found = schedule.treatments.flatMap((treatment) =>
        list(treatment).map(
          ({ startMinute, doctorIds }) => `${treatment.id} ${startMinute} ${doctorIds}`,
        ),
      )
      expect(found).toEqual(freeByTheMinute(world))
      expect(schedule.treatments.map(count)).toEqual(
        schedule.treatments.map((treatment) => list(treatment).length),
      )
      free += found.length
    }),
    { numRuns: 1_000 },
  )
  expect(free).toBeGreaterThan(1_000)
}, 60_000)
