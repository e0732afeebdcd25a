import { desc, type SQL, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/dates.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import {
  appointments,
  childAlerts,
  children,
  contactAttempts,
  deskFamilies,
  doctors,
  dueItems,
  guardianships,
  stoppedRecalls,
  tickets,
  treatments,
  users,
} from '#drizzle/schema/index.ts'
import type { Translation } from '#words/languages.ts'
import { recallRecipients } from './recall-recipients.ts'

export type AttemptRow = typeof contactAttempts.$inferSelect

/** An open ticket whose family is to be called. */
export interface DueCallRow {
  id: string
  treatment: string
  doctor: string | null
  from: IsoDate
  to: IsoDate
  child: { id: string; name: string; birthDate: string }
  /**
   * The guardian who may book and has not stopped the emails, first added first, or the child's family without
   * an account.
   */
  family: string
  /** As typed: the account's, or that of the family or of its latest appointment; empty without one. */
  phone: string
  /** Of the family's emails; null for English. */
  language: Translation | null
  /** Whether an email reaches any guardian who may book and gets emails, or the family without an account. */
  isReachable: boolean
  /** Whether an alert about custody keeps the clinic from asking by email on its own. */
  isInCustody: boolean
}

interface CallDays {
  today: IsoDate
  /** The last day that can be booked. */
  lastDay: IsoDate
}

/** Whether an account, or a family without one, has stopped the emails about the child. */
const hasStopped = (family: SQL) => sql`exists (
  select 1 from ${stoppedRecalls} stop
  where stop.child_id = ticket.child_id and coalesce(stop.uid, stop.desk_family_id) = ${family})`

const isReachable = sql`exists (${recallRecipients((childId) => sql`${childId} = ticket.child_id`)})`

// Staff and doctors decide themselves to ask for a visit by email.
const isInCustody = sql`(ticket.origin <> 'visit' and exists (
  select 1 from ${childAlerts} alert
  where alert.child_id = ticket.child_id and alert.kind = 'custody' and alert.text <> ''
    and not exists (select 1 from ${childAlerts} newer
      where newer.id = alert.id and newer.version > alert.version)))`

const family = sql`coalesce((
    select uid from ${guardianships} booking
    where booking.child_id = ticket.child_id and booking.may_book
      and not ${hasStopped(sql`booking.uid`)}
    order by booking.created_at, booking.uid limit 1), (
    select desk.id from ${deskFamilies} desk
    where desk.id = child.desk_family_id and desk.linked_uid is null
      and not ${hasStopped(sql`desk.id`)}))`

const wasReached = sql`coalesce((
    select outcome from ${contactAttempts} attempt where attempt.ticket_id = ticket.id
    order by attempt.id desc limit 1), '') = 'reached'`

// The emails of the check-up plan are counted by its items.
const wasAsked = sql`case ticket.origin
  when 'plan' then exists (select 1 from ${dueItems} item
    where item.ticket_id = ticket.id and item.asked > 0 and item.next_ask is null)
  else ticket.asked > 0 and ticket.next_ask_at is null end`

/**
 * Open tickets that can be booked by now, if no email reaches the family or may be sent because of custody, or if the
 * emails have asked in vain until the day on which the visit is due. Guardians and families that have stopped the emails
 * are not called.
 */
const toCall = ({ today, lastDay }: CallDays) => sql`${tickets} ticket
  join ${children} child on child.id = ticket.child_id
  where ticket.state = 'open' and ticket.from_date <= ${lastDay} and ticket.to_date >= ${today}
    and child.archived_at is null and ${family} is not null
    and (not ${isReachable} or ${isInCustody}
      or (${wasAsked} and ticket.due_date <= ${today}))`

/** The families to call, also those that were reached and have not booked: these come last. */
export function listDueCalls(db: Database, days: CallDays, limit: number): DueCallRow[] {
  const rows = db.all<
    Omit<DueCallRow, 'child' | 'isReachable' | 'isInCustody'> & {
      childId: string
      name: string
      birthDate: string
      isReachable: number
      isInCustody: number
      wasReached: number
    }
  >(sql`
    select found.*, coalesce(
      (select nullif(account.phone, '') from ${users} account where account.uid = found.family),
      (select booked.phone from ${appointments} booked where booked.id = (
        select max(id) from ${appointments} where patient_uid = found.family)),
      (select desk.phone from ${deskFamilies} desk where desk.id = found.family), '') as phone,
      coalesce(
        (select account.language from ${users} account where account.uid = found.family),
        (select desk.language from ${deskFamilies} desk where desk.id = found.family)) as language
    from (
      select ticket.id, ticket.from_date as "from", ticket.to_date as "to",
        (select treatment.name from ${treatments} treatment
          where treatment.id = ticket.treatment_id) as treatment,
        (select doctor.name from ${doctors} doctor where doctor.id = ticket.doctor_id) as doctor,
        child.id as childId, child.name, child.birth_date as birthDate,
        ${family} as family, ${isReachable} as isReachable,
        ${isInCustody} as isInCustody, ${wasReached} as wasReached
      from ${toCall(days)}
      order by wasReached, ticket.to_date, ticket.id limit ${limit}) found
    order by found.wasReached, found."to", found.id`)
  return rows.map(({ childId: id, name, birthDate, wasReached: _, ...row }) => ({
    ...row,
    isReachable: Boolean(row.isReachable),
    isInCustody: Boolean(row.isInCustody),
    child: { id, name, birthDate },
  }))
}

/** How many families are to be called that were not reached yet. */
export function countDueCalls(db: Database, days: CallDays): number {
  const found = db.get<{ count: number }>(
    sql`select count(*) as count from ${toCall(days)} and not ${wasReached}`,
  )
  return found?.count ?? 0
}

/** The calls about these tickets, the latest first. */
export function listAttempts(db: Database, ticketIds: readonly string[]): AttemptRow[] {
  return db
    .select()
    .from(contactAttempts)
    .where(isAmong(contactAttempts.ticketId, ticketIds))
    .orderBy(desc(contactAttempts.id))
    .all()
}

export function insertAttempt(
  db: Transaction,
  row: typeof contactAttempts.$inferInsert,
): AttemptRow {
  return db.insert(contactAttempts).values(row).returning().get()
}
