import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OccupiedTime } from '#contract/booking/free-times.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { HoursPlan, Span } from '#contract/schedule/schedule.ts'
import { createClinicClock } from '../clinic-clock.ts'
import { freeTimesOn } from './free-times.ts'
import type { Schedule } from './schedule.ts'

const MINUTE = 60_000
const DOCTORS = ['ada', 'ben', 'cleo']
const TREATMENTS = ['allergies', 'checkup', 'sleep']

// Days on which the clock changes, in both directions, and one on which it does not.
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
/** Mostly the whole day, so that much is free. */
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
    // From the day before to the day after.
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
        slots: fc.uniqueArray(slot, { selector: (one) => one.startMinute, maxLength: 8 }),
        doctors: fc.subarray(DOCTORS),
      }),
      { minLength: TREATMENTS.length, maxLength: TREATMENTS.length },
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

/** The world as the product reads it. */
function toSchedule({ plans, closures, treatments }: World): Schedule {
  const ordered = plans.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
  const plansOf = (who: string | null): HoursPlan[] =>
    ordered
      .filter((plan) => plan.owner === who)
      .map(({ validFrom, hours }) => ({ validFrom, week: Array.from({ length: 7 }, () => hours) }))
  return {
    treatments: treatments.map(({ slots, doctors }, index) => ({
      id: TREATMENTS[index] ?? '',
      name: TREATMENTS[index] ?? '',
      minAgeMonths: null,
      maxAgeMonths: null,
      prices: [{ validFrom: '2000-01-01', priceCents: 100 }],
      slots,
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
    })),
    doctorIds: DOCTORS,
    doctorsOf: new Map(
      treatments.flatMap(({ doctors }, index) =>
        doctors.length > 0 ? [[TREATMENTS[index] ?? '', doctors] as const] : [],
      ),
    ),
  }
}

const knownBeginnings = new Map<string, Map<number, number>>()

/** When each minute of a day begins for the first time; those that the clock skips are missing. */
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

/** Asks about each minute by itself, and shares no code with the product. */
function freeByTheMinute(world: World): string[] {
  const { date, now, plans, closures, treatments, occupied } = world
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
  const minutesOf = ({
    startMinute,
    lengthMinutes,
  }: Pick<OccupiedTime, 'startMinute' | 'lengthMinutes'>) =>
    Array.from({ length: lengthMinutes }, (_, index) => startMinute + index)
  const isOpen = (minute: number) =>
    begins.has(minute) && within(planned(null) ?? [], minute) && !isClosed(null, minute)

  const busy = new Set(
    occupied.flatMap((one) => minutesOf(one).map((minute) => `${one.doctorId} ${minute}`)),
  )
  const canWork = (doctor: string, minute: number) =>
    within(planned(doctor) ?? planned(null) ?? [], minute) &&
    !isClosed(doctor, minute) &&
    !busy.has(`${doctor} ${minute}`)
  const doctorsOf = (id: string) => treatments[TREATMENTS.indexOf(id)]?.doctors ?? []
  const unassigned = occupied.filter(({ doctorId }) => doctorId === null)
  for (const one of unassigned.toSorted((a, b) => a.startMinute - b.startMinute)) {
    const minutes = minutesOf(one)
    const doctor = doctorsOf(one.treatmentId).find((id) => minutes.every((m) => canWork(id, m)))
    for (const minute of minutes) busy.add(`${doctor} ${minute}`)
  }

  const isDayOpen = Array.from({ length: 1440 }, (_, minute) => minute).some(isOpen)
  return TREATMENTS.flatMap((id, index) =>
    (treatments[index]?.slots ?? []).flatMap((slot) => {
      const minutes = minutesOf(slot)
      const hasBegun = (begins.get(slot.startMinute) ?? 0) <= now.getTime()
      if (!isDayOpen || hasBegun || !minutes.every(isOpen)) return []
      const doctors = doctorsOf(id).filter((doctor) => minutes.every((m) => canWork(doctor, m)))
      const isTaken = occupied.some(
        (one) => one.treatmentId === id && minutesOf(one).some((m) => minutes.includes(m)),
      )
      const isFree = doctorsOf(id).length > 0 ? doctors.length > 0 : !isTaken
      return isFree ? `${id} ${slot.startMinute} ${doctors}` : []
    }),
  )
}

it('agrees with a model that asks minute by minute, on 2,000 random days', () => {
  let free = 0
  fc.assert(
    fc.property(fc.constantFrom(...DAYS).chain(world), (world) => {
      const schedule = toSchedule(world)
      const clock = createClinicClock({ ...world, horizonDays: 5 }, () => world.now)
      const timesOf = freeTimesOn(schedule, world.occupied, world.date, clock.moment())
      const found = schedule.treatments.flatMap((treatment) =>
        timesOf(treatment).map(
          ({ startMinute, doctorIds }) => `${treatment.id} ${startMinute} ${doctorIds}`,
        ),
      )
      expect(found).toEqual(freeByTheMinute(world))
      free += found.length
    }),
    { numRuns: 2_000 },
  )
  expect(free).toBeGreaterThan(1_000)
}, 60_000)
