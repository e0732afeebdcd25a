import { type IsoDate, weekdayOf } from '#contract/dates.ts'
import {
  type InsightCounts,
  type Insights,
  LEAD_BANDS,
  rangeBefore,
} from '#contract/insights/insights.ts'
import { FROM_DESK, FROM_SITE, linkOf } from '#contract/insights/sources.ts'
import type { Database } from '#drizzle/client.ts'
import { readInsightProgress } from '#drizzle/queries/insights/dirty-days.ts'
import {
  type DateRange,
  type InsightScope,
  listCapacity,
  listDayRollUps,
  listInsightDoctors,
  listInsightTreatments,
  type MinutesByHour,
  type StoredDay,
} from '#drizzle/queries/insights/roll-ups.ts'
import { finder, type InsightQuestion, periodsOf, rangeOf, scopeOf, unitOf } from './periods.ts'
import { readUnpaid, type Unpaid } from './read-unpaid.ts'
import { areInsightsBehind } from './roll-ups.ts'

/** How many links are listed; the others are counted together. */
const MOST_LINKS = 20

/** The figures from the roll-ups: docs/requirements.md#insights. */
export interface Figures
  extends Omit<Insights, 'countedAt' | 'doctors' | 'treatments' | 'thirdNext' | 'unpaid'> {
  /** Until when changes are counted; null until all days have been counted once. */
  countedAt: Date | null
  doctors: ReturnType<typeof listInsightDoctors>
  treatments: ReturnType<typeof listInsightTreatments>
  unpaid: Unpaid
}

/** Sums up the past days of a range, and of the preceding range of the same length. */
export function readInsights(
  db: Database,
  question: InsightQuestion,
  { today, now }: { today: IsoDate; now: Date },
): Figures {
  const range = rangeOf(question, today)
  const before = rangeBefore(range)
  const scope = scopeOf(question)
  const parts = partsOf(range)
  const { counts, lead, sources } = sumUp(db, scope, range, parts)
  const earlier = sumUp(db, scope, before)
  return {
    ...range,
    today,
    before,
    unit: unitOf(range),
    countedAt: countedAt(db, now),
    doctors: listInsightDoctors(db),
    treatments: listInsightTreatments(db),
    total: counts,
    totalBefore: earlier.counts,
    periods: parts.periods,
    filled: filledOf(parts),
    lead,
    leadBefore: earlier.lead,
    sources,
    unpaid: readUnpaid(db, scope, today, 'unpaid'),
  }
}

function countedAt(db: Database, now: Date): Date | null {
  const { refreshedAt } = readInsightProgress(db)
  if (refreshedAt === null) return null
  return areInsightsBehind(db) ? new Date(refreshedAt) : now
}

type FilledCell = Insights['filled'][number]

/** The parts in which a range is shown, besides its sums. */
interface Parts {
  periods: Insights['periods']
  /** By weekday and hour: `cellOf`. */
  cells: Map<number, FilledCell>
}

function partsOf(range: DateRange): Parts {
  const periods = periodsOf(range, unitOf(range)).map((period) => ({ ...period, ...noCounts() }))
  return { periods, cells: new Map() }
}

function filledOf({ cells }: Parts): FilledCell[] {
  return [...cells.values()].sort((a, b) => a.weekday - b.weekday || a.hour - b.hour)
}

/** @param parts are filled in, too */
function sumUp(db: Database, scope: InsightScope, range: DateRange, parts?: Parts) {
  const counts = noCounts()
  const leads = new Map<string, number>()
  const sources = new Map<string, number>()

  const openOf = finder(parts?.periods ?? [])
  const open = new Set<IsoDate>()
  for (const { date, hours } of listCapacity(db, scope.doctorId, range).sort(byDate)) {
    open.add(date)
    const minutes = sumOf(hours)
    counts.openMinutes += minutes
    if (!parts) continue
    const period = openOf(date)
    if (period) period.openMinutes += minutes
    addHours(parts, date, { hours, to: 'openMinutes' })
  }
  const periodOf = finder(parts?.periods ?? [])
  for (const row of listDayRollUps(db, scope, range)) {
    // Booked minutes count only on days with open minutes.
    const hours = open.has(row.date) ? (JSON.parse(row.hours) as MinutesByHour) : {}
    const minutes = sumOf(hours)
    addCounts(counts, row, minutes)
    addStored(leads, row.leads)
    if (!parts) continue
    const period = periodOf(row.date)
    if (period) addCounts(period, row, minutes)
    addHours(parts, row.date, { hours, to: 'bookedMinutes' })
    addStored(sources, row.sources)
  }
  return {
    counts,
    lead: describeLeads(new Map(Array.from(leads, ([days, count]) => [Number(days), count]))),
    sources: describeSources(sources),
  }
}

function addHours(
  { cells }: Parts,
  date: IsoDate,
  { hours, to }: { hours: MinutesByHour; to: 'openMinutes' | 'bookedMinutes' },
): void {
  const weekday = weekdayOf(date)
  for (const hour of Object.keys(hours)) {
    cellOf(cells, weekday, Number(hour))[to] += hours[hour] ?? 0
  }
}

/** Adds up the counts in a column of JSON. */
function addStored(sums: Map<string, number>, json: string): void {
  for (const [key, count] of Object.entries(JSON.parse(json) as Record<string, number>)) {
    sums.set(key, (sums.get(key) ?? 0) + count)
  }
}

function describeSources(counts: ReadonlyMap<string, number>): Insights['sources'] {
  const links = [...counts]
    .flatMap(([key, booked]) => {
      const source = linkOf(key)
      return source === undefined ? [] : { source, booked }
    })
    .sort((one, other) => other.booked - one.booked || (one.source < other.source ? -1 : 1))
  return {
    site: counts.get(FROM_SITE) ?? 0,
    desk: counts.get(FROM_DESK) ?? 0,
    links: links.slice(0, MOST_LINKS),
    otherLinks: links.slice(MOST_LINKS).reduce((sum, { booked }) => sum + booked, 0),
  }
}

const byDate = (one: { date: IsoDate }, other: { date: IsoDate }) =>
  one.date < other.date ? -1 : 1

function cellOf(cells: Parts['cells'], weekday: number, hour: number): FilledCell {
  const key = weekday * 24 + hour
  const cell = cells.get(key) ?? { weekday, hour, bookedMinutes: 0, openMinutes: 0 }
  cells.set(key, cell)
  return cell
}

function sumOf(hours: MinutesByHour): number {
  let sum = 0
  for (const minutes of Object.values(hours)) sum += minutes
  return sum
}

function noCounts(): InsightCounts {
  return {
    booked: 0,
    completed: 0,
    missed: 0,
    unsettled: 0,
    cancelledLate: 0,
    newFamilies: 0,
    bookedMinutes: 0,
    openMinutes: 0,
  }
}

function addCounts(sum: InsightCounts, row: StoredDay, minutes: number): void {
  sum.booked += row.booked
  sum.completed += row.completed
  sum.missed += row.noShow
  sum.unsettled += row.booked - row.completed - row.noShow
  sum.cancelledLate += row.cancelledLate
  sum.newFamilies += row.newFamilies
  sum.bookedMinutes += minutes
}

function describeLeads(leads: ReadonlyMap<number, number>): Insights['lead'] {
  const bands = LEAD_BANDS.map(() => 0)
  let total = 0
  for (const [days, count] of leads) {
    total += count
    const band = bandOf(LEAD_BANDS, days)
    bands[band] = (bands[band] ?? 0) + count
  }
  return { median: total === 0 ? null : medianOf(leads, total), bands }
}

/** For an even number, the mean of the middle two. */
function medianOf(leads: ReadonlyMap<number, number>, total: number): number {
  const sorted = [...leads].sort(([a], [b]) => a - b)
  const at = (rank: number) => {
    let seen = 0
    for (const [days, count] of sorted) {
      seen += count
      if (seen > rank) return days
    }
    return 0
  }
  return (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2
}

/** The last band that begins at or before a value. */
function bandOf(bands: readonly number[], value: number): number {
  return bands.findLastIndex((from) => from <= value)
}
