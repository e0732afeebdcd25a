import { addDays } from 'date-fns/addDays'
import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm'
import { fromIsoDate, type IsoDate, toIsoDate } from '../../contract/dates.ts'
import { toDollars } from '../../contract/money.ts'
import { type DatedPrice, priceOn } from '../../contract/prices.ts'
import { formatSlot, type Slot } from '../../contract/slots.ts'
import type { Treatment } from '../../contract/treatments.ts'
import type { Database } from '../client.ts'
import { prepareOnce } from '../prepared-statements.ts'
import { closures, prices, scheduleVersion, treatments, treatmentTimes } from '../schema/index.ts'

/** An active treatment with its slots on a working day, in order. */
export interface OfferedTreatment {
  id: string
  name: string
  /** In the order of their dates. */
  prices: readonly DatedPrice[]
  slots: readonly Slot[]
}

const columns = { id: treatments.id, name: treatments.name }
const { treatmentId, startMinute, lengthMinutes } = treatmentTimes

const statements = prepareOnce((db: Database) => ({
  treatments: db
    .select(columns)
    .from(treatments)
    .where(eq(treatments.active, true))
    .orderBy(asc(treatments.position), asc(treatments.name))
    .prepare(),
  times: db
    .select({ treatmentId, startMinute, lengthMinutes })
    .from(treatmentTimes)
    .orderBy(asc(treatmentId), asc(startMinute))
    .prepare(),
  prices: db
    .select({
      treatmentId: prices.treatmentId,
      validFrom: prices.validFrom,
      priceCents: prices.priceCents,
    })
    .from(prices)
    .orderBy(asc(prices.treatmentId), asc(prices.validFrom))
    .prepare(),
  pricesOf: db
    .select({ validFrom: prices.validFrom, priceCents: prices.priceCents })
    .from(prices)
    .where(eq(prices.treatmentId, sql.placeholder('treatmentId')))
    .orderBy(asc(prices.validFrom))
    .prepare(),
  treatment: db
    .select(columns)
    .from(treatments)
    .where(sql`${treatments.name} = ${sql.placeholder('name')} and ${treatments.active}`)
    .prepare(),
  timesOf: db
    .select({ startMinute, lengthMinutes })
    .from(treatmentTimes)
    .where(eq(treatmentId, sql.placeholder('treatmentId')))
    .orderBy(asc(startMinute))
    .prepare(),
  closures: db
    .select({ fromDate: closures.fromDate, toDate: closures.toDate })
    .from(closures)
    .where(
      and(
        gte(closures.toDate, sql.placeholder('from')),
        isNull(closures.doctorId),
        eq(closures.fromMinute, 0),
        eq(closures.toMinute, 1440),
      ),
    )
    .orderBy(asc(closures.fromDate))
    .prepare(),
  version: db.select({ version: scheduleVersion.version }).from(scheduleVersion).prepare(),
}))

/** All active treatments in the order of the screen. */
export function listOfferedTreatments(db: Database): OfferedTreatment[] {
  const times = Map.groupBy(statements(db).times.all(), (time) => time.treatmentId)
  const prices = Map.groupBy(statements(db).prices.all(), (price) => price.treatmentId)
  return statements(db)
    .treatments.all()
    .map((treatment) => ({
      ...treatment,
      prices: prices.get(treatment.id) ?? [],
      slots: (times.get(treatment.id) ?? []).map(toSlot),
    }))
}

/** The active treatment with that name. */
export function findOfferedTreatment(db: Database, name: string): OfferedTreatment | undefined {
  const treatment = statements(db).treatment.get({ name })
  if (!treatment) return undefined
  const ofTreatment = { treatmentId: treatment.id }
  return {
    ...treatment,
    prices: statements(db).pricesOf.all(ofTreatment),
    slots: statements(db).timesOf.all(ofTreatment),
  }
}

function toSlot(time: Slot): Slot {
  return { startMinute: time.startMinute, lengthMinutes: time.lengthMinutes }
}

/** Days from `from` on, besides weekends, on which the clinic is closed, in order. */
export function listClosures(db: Database, from: IsoDate): IsoDate[] {
  const days = new Set<IsoDate>()
  for (const { fromDate, toDate } of statements(db).closures.all({ from })) {
    for (let day = fromDate; day <= toDate; day = toIsoDate(addDays(fromIsoDate(day), 1))) {
      if (day >= from) days.add(day)
    }
  }
  return [...days].sort()
}

/** A number that grows with each change of the schedule: treatments, prices, hours, closures. */
export function readScheduleVersion(db: Database): number {
  return statements(db).version.get()?.version ?? 0
}

/** Call it in the transaction of each change of the schedule: treatments, prices, hours, closures. */
export function raiseScheduleVersion(db: Pick<Database, 'update'>): void {
  db.update(scheduleVersion)
    .set({ version: sql`${scheduleVersion.version} + 1` })
    .run()
}

/** The treatment as the API shows it: the price of `date` in dollars, slots as text. */
export function toTreatment(
  { id, name, prices, slots }: OfferedTreatment,
  date: IsoDate,
): Treatment {
  return {
    _id: id,
    name,
    slots: slots.map(formatSlot),
    price: toDollars(priceOn(prices, date) ?? 0),
  }
}
