import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { IsoDate } from '#contract/dates.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { placeholders, prepareOnce } from '#drizzle/prepared-statements.ts'
import { insightCapacity, insightDays, insightMoney } from '#drizzle/schema/index.ts'

/** Stands for all doctors, treatments or resources. */
export const ALL = '*'

/** Stands for no doctor. */
export const NO_DOCTOR = '-'

export type DayRollUp = typeof insightDays.$inferSelect
export type MoneyRollUp = typeof insightMoney.$inferSelect

/** Minutes by hour of the day. */
export type MinutesByHour = Record<string, number>

/** The roll-ups of a day in the order of doctors and treatments. */
export interface RollUps {
  days: DayRollUp[]
  money: MoneyRollUp[]
}

/** One doctor or all, and one treatment or all. */
export interface InsightScope {
  doctorId: string
  treatmentId: string
}

/** Days, both included. */
export interface DateRange {
  from: IsoDate
  to: IsoDate
}

/** The stored roll-ups of a day. */
export function readRollUps(db: Database, date: IsoDate): RollUps {
  const { daysOn, moneyOn } = statements(db)
  return { days: daysOn.all({ date }).sort(byScope), money: moneyOn.all({ date }).sort(byScope) }
}

/** Sorts the roll-ups of a day, so that two computations can be compared. */
export function byScope(one: InsightScope, other: InsightScope): number {
  const keyOf = ({ doctorId, treatmentId }: InsightScope) => `${doctorId} ${treatmentId}`
  return keyOf(one) < keyOf(other) ? -1 : 1
}

/** Replaces the roll-ups of a day. */
export function replaceRollUps(db: Transaction, date: IsoDate, { days, money }: RollUps): void {
  const { deleteDays, deleteMoney, insertDay, insertMoney } = statements(db)
  deleteDays.run({ date })
  deleteMoney.run({ date })
  for (const row of days) insertDay.run(row)
  for (const row of money) insertMoney.run(row)
}

/** The range of stored roll-ups; undefined without any. */
export function readRollUpSpan(db: Database): DateRange | undefined {
  const { first, last } = statements(db).span.get() ?? {}
  return first && last ? { from: first, to: last } : undefined
}

type RangeParameters = [doctorId: string, treatmentId: string, from: IsoDate, to: IsoDate]

/** A day's roll-up with its JSON columns as text. */
export type StoredDay = Omit<DayRollUp, keyof InsightScope | 'hours' | 'leads' | 'sources'> & {
  hours: string
  leads: string
  sources: string
}
export type StoredMoney = Omit<MoneyRollUp, keyof InsightScope>

/** What is summed up of unpaid appointments: their number, or their prices in cents. */
export type UnpaidAmount = keyof typeof AMOUNTS

const AMOUNTS = { unpaid: sql`unpaid`, unpaid_cents: sql`unpaid_cents` }

/** Days from `from` to before `before`. */
interface UnpaidRange {
  from: IsoDate
  before: IsoDate
}

const columnsOf = <Table extends SQLiteTable>(table: Table) =>
  Object.keys(getTableColumns(table)) as (keyof Table['_']['columns'] & string)[]

const isOn = (date: SQLiteColumn) => eq(date, sql.placeholder('date'))

const statements = prepareOnce((db: Database) => ({ ...rowStatements(db), ...sums(db) }))

const rowStatements = (db: Database) => ({
  daysOn: db.select().from(insightDays).where(isOn(insightDays.date)),
  moneyOn: db.select().from(insightMoney).where(isOn(insightMoney.date)),
  deleteDays: db.delete(insightDays).where(isOn(insightDays.date)),
  deleteMoney: db.delete(insightMoney).where(isOn(insightMoney.date)),
  insertDay: db.insert(insightDays).values(placeholders(...columnsOf(insightDays))),
  insertMoney: db.insert(insightMoney).values(placeholders(...columnsOf(insightMoney))),
  insertCapacity: db
    .insert(insightCapacity)
    .values(placeholders(...columnsOf(insightCapacity)))
    .onConflictDoNothing(),
})

const sums = ({ $client }: Database) => ({
  span: $client.prepare<[], { first: IsoDate | null; last: IsoDate | null }>(
    `select (select min(date) from (select min(date) as date from insight_days
         union all select min(date) from insight_money)) as first,
       (select max(date) from (select max(date) as date from insight_days
         union all select max(date) from insight_money)) as last`,
  ),
  days: $client.prepare<RangeParameters, StoredDay>(
    `select date, booked, completed, no_show as noShow, cancelled_late as cancelledLate,
       new_families as newFamilies, unpaid, unpaid_cents as unpaidCents, hours, leads,
       sources
     from insight_days where doctor_id = ? and treatment_id = ? and date between ? and ? order by date`,
  ),
  money: $client.prepare<RangeParameters, StoredMoney>(
    `select date, card, cash, terminal, cancelled, already_paid as alreadyPaid, mismatch, staff,
       dashboard, dispute_lost as disputeLost
     from insight_money where doctor_id = ? and treatment_id = ? and date between ? and ? order by date`,
  ),
  moneyOf: $client.prepare<RangeParameters, { taken: number; refunded: number }>(
    `select coalesce(sum(card + cash + terminal), 0) as taken,
       coalesce(sum(cancelled + already_paid + mismatch + staff + dashboard), 0) as refunded
     from insight_money where doctor_id = ? and treatment_id = ? and date between ? and ?`,
  ),
  hasRows: $client
    .prepare<[string, string], 1>(
      'select 1 from insight_days where doctor_id = ? and treatment_id = ? limit 1',
    )
    .pluck(),
  doctors: $client.prepare<[], { id: string; name: string; left: 0 | 1 }>(
    `select id, name, 0 as left from doctors
     union all
     select id, name, 1 from former_people
     where exists (select 1 from insight_days where doctor_id = former_people.id and treatment_id = '*')
     order by left, name, id`,
  ),
  treatments: $client.prepare<[], { id: string; name: string }>(
    'select id, name from treatments order by position, name',
  ),
  latestCapacity: $client
    .prepare<[], IsoDate | null>(`select max(date) from insight_capacity where resource_id = '*'`)
    .pluck(),
  capacity: $client.prepare<[string, IsoDate, IsoDate], { date: IsoDate; hours: string }>(
    `select date, hours from insight_capacity where resource_id = ? and date between ? and ?`,
  ),
})

/** The days of a range that have appointments in a scope, in order. */
export function listDayRollUps(
  db: Database,
  { doctorId, treatmentId }: InsightScope,
  { from, to }: DateRange,
): StoredDay[] {
  return statements(db).days.all(doctorId, treatmentId, from, to)
}

/** The days of a range on which money of a scope was paid or refunded, in order. */
export function listMoneyRollUps(
  db: Database,
  { doctorId, treatmentId }: InsightScope,
  { from, to }: DateRange,
): StoredMoney[] {
  return statements(db).money.all(doctorId, treatmentId, from, to)
}

/** Cents paid and refunded in a range. */
export function sumMoneyRollUps(
  db: Database,
  { doctorId, treatmentId }: InsightScope,
  { from, to }: DateRange,
): { taken: number; refunded: number } {
  const row = statements(db).moneyOf.get(doctorId, treatmentId, from, to)
  return row ?? { taken: 0, refunded: 0 }
}

/**
 * Unpaid past appointments by doctor, including all doctors.
 * @param ranges the days of each of `UNPAID_AGES`, the youngest first
 */
export function sumUnpaid(
  db: Database,
  { treatmentId, amount }: { treatmentId: string; amount: UnpaidAmount },
  ranges: readonly UnpaidRange[],
): { doctorId: string; sums: number[] }[] {
  // One pass for all ages, because the index has the days of each doctor.
  const sums = ranges.map(
    ({ from, before }) => sql`
      coalesce(sum(${AMOUNTS[amount]}) filter (where date >= ${from} and date < ${before}), 0)`,
  )
  const rows = db.all<{ doctorId: string; sums: string }>(sql`
    select doctor_id as doctorId, json_array(${sql.join(sums, sql`, `)}) as sums
    from insight_days
    where unpaid > 0 and treatment_id = ${treatmentId} and date < ${ranges[0]?.before ?? ''}
    group by doctor_id`)
  return rows.map(({ doctorId, sums }) => ({ doctorId, sums: JSON.parse(sums) as number[] }))
}

/** Whether anything was ever booked in a scope. */
export function hasRollUps(db: Database, { doctorId, treatmentId }: InsightScope): boolean {
  return statements(db).hasRows.get(doctorId, treatmentId) !== undefined
}

/** All doctors by name, including deleted ones with appointments. */
export function listInsightDoctors(db: Database): { id: string; name: string; hasLeft: boolean }[] {
  return statements(db)
    .doctors.all()
    .map(({ left, ...doctor }) => ({ ...doctor, hasLeft: left === 1 }))
}

/** All treatments, inactive ones included, in the order of the screen. */
export function listInsightTreatments(db: Database): { id: string; name: string }[] {
  return statements(db).treatments.all()
}

/** The last day whose capacity is stored; undefined before the first. */
export function findLatestCapacity(db: Database): IsoDate | undefined {
  return statements(db).latestCapacity.get() ?? undefined
}

/** The stored open minutes of a resource, or of all. */
export function listCapacity(
  db: Database,
  resourceId: string,
  { from, to }: DateRange,
): { date: IsoDate; hours: MinutesByHour }[] {
  return statements(db)
    .capacity.all(resourceId, from, to)
    .map(({ date, hours }) => ({ date, hours: JSON.parse(hours) as MinutesByHour }))
}

/** Stores the open minutes of a day; stored ones do not change. */
export function insertCapacity(
  db: Transaction,
  date: IsoDate,
  capacity: ReadonlyMap<string, MinutesByHour>,
): void {
  const { insertCapacity } = statements(db)
  for (const [resourceId, hours] of capacity) insertCapacity.run({ resourceId, date, hours })
}
