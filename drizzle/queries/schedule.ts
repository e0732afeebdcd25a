import { asc, eq, gte, sql } from 'drizzle-orm'
import type { IsoDate } from '../../contract/dates.ts'
import { toDollars } from '../../contract/money.ts'
import { formatSlot, type Slot } from '../../contract/slots.ts'
import type { Treatment } from '../../contract/treatments.ts'
import type { Database } from '../client.ts'
import { prepareOnce } from '../prepared-statements.ts'
import { closures, scheduleVersion, treatments, treatmentTimes } from '../schema/index.ts'

/** An active treatment with its slots on a working day, in order. */
export interface OfferedTreatment {
  id: string
  name: string
  priceCents: number
  slots: readonly Slot[]
}

const columns = { id: treatments.id, name: treatments.name, priceCents: treatments.priceCents }
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
    .select({ date: closures.date })
    .from(closures)
    .where(gte(closures.date, sql.placeholder('from')))
    .orderBy(asc(closures.date))
    .prepare(),
  version: db.select({ version: scheduleVersion.version }).from(scheduleVersion).prepare(),
}))

/** All active treatments in the order of the screen. */
export function listOfferedTreatments(db: Database): OfferedTreatment[] {
  const times = Map.groupBy(statements(db).times.all(), (time) => time.treatmentId)
  return statements(db)
    .treatments.all()
    .map((treatment) => ({ ...treatment, slots: (times.get(treatment.id) ?? []).map(toSlot) }))
}

/** The active treatment with that name. */
export function findOfferedTreatment(db: Database, name: string): OfferedTreatment | undefined {
  const treatment = statements(db).treatment.get({ name })
  return (
    treatment && { ...treatment, slots: statements(db).timesOf.all({ treatmentId: treatment.id }) }
  )
}

function toSlot(time: Slot): Slot {
  return { startMinute: time.startMinute, lengthMinutes: time.lengthMinutes }
}

/** Days from `from` on, besides weekends, on which the clinic is closed, in order. */
export function listClosures(db: Database, from: IsoDate): IsoDate[] {
  return statements(db)
    .closures.all({ from })
    .map(({ date }) => date)
}

/** A number that grows with each change of treatments, start times or closures. */
export function readScheduleVersion(db: Database): number {
  return statements(db).version.get()?.version ?? 0
}

/** Call it in the transaction of each change of treatments, start times or closures. */
export function raiseScheduleVersion(db: Pick<Database, 'update'>): void {
  db.update(scheduleVersion)
    .set({ version: sql`${scheduleVersion.version} + 1` })
    .run()
}

/** The treatment as the API shows it: price in dollars, slots as text. */
export function toTreatment({ id, name, priceCents, slots }: OfferedTreatment): Treatment {
  return { _id: id, name, slots: slots.map(formatSlot), price: toDollars(priceCents) }
}
