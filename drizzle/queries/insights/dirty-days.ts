import type { IsoDate } from '#contract/dates.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'

/** How far the roll-ups have followed the events, and when they were last checked. */
interface InsightProgress {
  /** Null before the first build. */
  position: number | null
  version: number
  /** The time zone of the days; null before the first build. */
  timeZone: string | null
  /** Milliseconds since the epoch. */
  refreshedAt: number | null
  comparedAt: number | null
  emailedWeek: IsoDate | null
}

type Place = Record<'position' | 'version', number> & { timeZone: string }

/** An event that may change figures, with the facts that determine which days. */
export interface FollowedEvent {
  rowid: number
  kind: string
  subject: string
  /** JSON text. */
  data: string
  /** Milliseconds since the epoch. */
  occurredAt: number
}

const datesOf = ($client: Database['$client'], select: string) =>
  $client.prepare<[family: string], IsoDate>(select).pluck()

const statements = prepareOnce(({ $client }: Database) => ({
  progress: $client.prepare<[], InsightProgress>(
    `select position, version, time_zone as timeZone, refreshed_at as refreshedAt,
       compared_at as comparedAt, emailed_week as emailedWeek
     from insight_progress`,
  ),
  advance: $client.prepare<[Place]>(
    `update insight_progress
     set position = @position, version = @version, time_zone = @timeZone`,
  ),
  restart: $client.prepare<[]>('update insight_progress set position = null'),
  refreshed: $client.prepare<[number]>('update insight_progress set refreshed_at = ?'),
  compared: $client.prepare<[number]>('update insight_progress set compared_at = ?'),
  emailed: $client.prepare<[IsoDate, IsoDate]>(
    'update insight_progress set emailed_week = ? where emailed_week is null or emailed_week < ?',
  ),
  events: $client.prepare<[after: number, limit: number], FollowedEvent>(
    `select rowid, kind, subject, data, occurred_at as occurredAt
     from events where rowid > ? order by rowid limit ?`,
  ),
  mark: $client.prepare<[string]>(
    'insert into insight_dirty_days (date) select value from json_each(?) where true on conflict do nothing',
  ),
  next: $client
    .prepare<[], IsoDate>('select date from insight_dirty_days order by date desc limit 1')
    .pluck(),
  isDirty: $client.prepare<[IsoDate], 1>('select 1 from insight_dirty_days where date = ?').pluck(),
  clean: $client.prepare<[IsoDate]>('delete from insight_dirty_days where date = ?'),
  appointment: $client.prepare<
    [string],
    { date: IsoDate; patientUid: string | null; deskFamilyId: string | null }
  >(
    `select date, patient_uid as patientUid, desk_family_id as deskFamilyId
     from appointments where id = ?`,
  ),
  // The family's first day, and the day that was first before it or becomes first after it.
  firstDaysOfUser: datesOf(
    $client,
    `select distinct date from appointments
     where patient_uid = ? and status = 'booked' order by date limit 2`,
  ),
  firstDaysOfFamily: datesOf(
    $client,
    `select distinct date from appointments
     where desk_family_id = ? and status = 'booked' order by date limit 2`,
  ),
  daysOfUser: datesOf($client, 'select distinct date from appointments where patient_uid = ?'),
  daysOfFamily: datesOf($client, 'select distinct date from appointments where desk_family_id = ?'),
  receipt: $client
    .prepare<[year: number, number: number], number>(
      'select occurred_at from receipts where year = ? and number = ?',
    )
    .pluck(),
  receiptsOfAppointment: $client
    .prepare<[string], number>(
      `select receipts.occurred_at from payment_items
       join receipts on receipts.payment_id = payment_items.payment_id
       where payment_items.appointment_id = ?`,
    )
    .pluck(),
  disputesOfPayment: $client
    .prepare<[string], number>(
      `select occurred_at from events where subject = ? and +kind = 'payment.dispute_lost'`,
    )
    .pluck(),
  disputesOfAppointment: $client
    .prepare<[string], number>(
      `select events.occurred_at from payment_items
       join events on events.subject = payment_items.payment_id
       where payment_items.appointment_id = ? and +events.kind = 'payment.dispute_lost'`,
    )
    .pluck(),
}))

export function readInsightProgress(db: Database): InsightProgress {
  const progress = statements(db).progress.get()
  if (!progress) throw new Error('The progress of the figures is missing.')
  return progress
}

/** Records the position up to which days were marked, and the definitions and time zone of the roll-ups. */
export function advanceInsights(db: Transaction, place: Place): void {
  statements(db).advance.run(place)
}

/** Makes the next refresh compute all days again. */
export function restartInsights(db: Transaction): void {
  statements(db).restart.run()
}

export function recordRefresh(db: Transaction, now: Date): void {
  statements(db).refreshed.run(now.getTime())
}

export function recordComparison(db: Transaction, now: Date): void {
  statements(db).compared.run(now.getTime())
}

/**
 * Records that a week's email was written.
 * @param monday of the week in which it is sent
 * @returns false when it was already written
 */
export function recordWeeklyEmail(db: Transaction, monday: IsoDate): boolean {
  return statements(db).emailed.run(monday, monday).changes === 1
}

/** The next events after a position, in the order of their commits. */
export function listFollowedEvents(db: Database, after: number, limit: number): FollowedEvent[] {
  return statements(db).events.all(after, limit)
}

export function markDirtyDays(db: Transaction, dates: readonly IsoDate[]): void {
  if (dates.length > 0) statements(db).mark.run(JSON.stringify(dates))
}

/** The latest day that has to be computed again; undefined when there is none. */
export function nextDirtyDay(db: Database): IsoDate | undefined {
  return statements(db).next.get()
}

export function isDirtyDay(db: Database, date: IsoDate): boolean {
  return statements(db).isDirty.get(date) !== undefined
}

export function cleanDay(db: Transaction, date: IsoDate): void {
  statements(db).clean.run(date)
}

/**
 * The appointment's day, and the first two booked days of its family, which may gain or lose being the first.
 */
export function daysAroundAppointment(db: Database, id: string): IsoDate[] {
  const { appointment, firstDaysOfUser, firstDaysOfFamily } = statements(db)
  const row = appointment.get(id)
  if (!row) return []
  const { date, patientUid, deskFamilyId } = row
  return [
    date,
    ...(patientUid === null ? [] : firstDaysOfUser.all(patientUid)),
    ...(deskFamilyId === null ? [] : firstDaysOfFamily.all(deskFamilyId)),
  ]
}

/** All days with an appointment of an account or of a family without one. */
export function daysOfFamilies(db: Database, ids: readonly string[]): IsoDate[] {
  const { daysOfUser, daysOfFamily } = statements(db)
  return ids.flatMap((id) => [...daysOfUser.all(id), ...daysOfFamily.all(id)])
}

/** When the money of a receipt was paid or refunded, in milliseconds since the epoch. */
export function findReceiptInstant(
  db: Database,
  { year, number }: { year: number; number: number },
): number | undefined {
  return statements(db).receipt.get(year, number)
}

/** When the disputes of a payment were lost, in milliseconds since the epoch. */
export function listLostInstants(db: Database, paymentId: string): number[] {
  return statements(db).disputesOfPayment.all(paymentId)
}

/** When money for an appointment was paid, refunded or lost in a dispute. */
export function listMoneyInstants(db: Database, appointmentId: string): number[] {
  const { receiptsOfAppointment, disputesOfAppointment } = statements(db)
  return [...receiptsOfAppointment.all(appointmentId), ...disputesOfAppointment.all(appointmentId)]
}
