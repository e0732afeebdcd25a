import { setImmediate as nextTurn } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { earlierOf, type IsoDate, laterOf } from '#contract/dates.ts'
import type { CallReason } from '#contract/next-visits/check-up-plan.ts'
import type { DueRow } from '#contract/next-visits/due-rows.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { alertsOf } from '#drizzle/queries/front-desk/alerts.ts'
import {
  countBatch,
  listPlanRows,
  readPlanState,
} from '#drizzle/queries/next-visits/check-up-plan.ts'
import {
  type DueItemRow,
  listChildrenToAsk,
  listDueItems,
  listOccupied,
  listVisitsOf,
  putDueItem,
  readChildren,
  readTicketsOf,
} from '#drizzle/queries/next-visits/due-items.ts'
import { addToRecallEmail, readRecallEmails } from '#drizzle/queries/next-visits/recall-emails.ts'
import {
  listChildrenWithStop,
  listRecallRecipients,
  type RecallRecipient,
} from '#drizzle/queries/next-visits/recall-recipients.ts'
import { insertTicket, listMissedDays } from '#drizzle/queries/next-visits/tickets.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { Translation } from '#words/languages.ts'
import { wallClockAt } from '../clinic-clock.ts'
import { isInCustody } from './asked-children.ts'
import { nextAskAfter, nextTenOClock } from './asking-times.ts'
import { afterAsk, findRowToAsk, isToAsk, withTickets } from './due-rules.ts'
import { byRecipient, familyOf, listFamilyRecipients } from './recall-family.ts'

/** How many children one step of the list reads, and for how many one transaction asks, with their siblings. */
const STEP = 200
const AT_ONCE = 5

/** For how many children families are asked, siblings included, and by how many emails. */
interface Asked {
  children: number
  emails: number
}

/** A child who has a row due, and of which the clinic can ask. */
export interface AskableChild {
  id: string
  name: string
  birthDate: IsoDate
  /** The id of its family’s page; null without one. */
  family: string | null
  /** Of the family; null for English. */
  language: Translation | null
  due: DueRow
  item: DueItemRow
  recipients: RecallRecipient[]
  /** Why no email asks; null: one can. */
  call: CallReason | null
}

type Today = Pick<ClinicMoment, 'today'>

interface Asking {
  now: Date
  moment: Pick<ClinicMoment, 'today' | 'timeZone'>
}

/**
 * The children among these who have a row due: not archived, under 18, without an upcoming appointment, a wait, an
 * offer or another ticket, not here within `daysAfterVisit`, not answered, and not asked for it after a missed appointment.
 */
export function readAskable(
  db: Database,
  ids: readonly string[],
  { today }: Today,
): AskableChild[] {
  const plan = listPlanRows(db)
  const { daysAfterVisit } = readSettings(db)
  const occupied = listOccupied(db, ids, today)
  const visits = Map.groupBy(listVisitsOf(db, ids), ({ childId }) => childId)
  const items = Map.groupBy(listDueItems(db, ids), ({ childId }) => childId)
  const tickets = readTicketsOf(db, [...items.values()].flat())
  const missed = Map.groupBy(listMissedDays(db, ids), ({ childId }) => childId)
  const alerts = alertsOf(db, ids)
  const recipients = Map.groupBy(listRecallRecipients(db, ids), ({ childId }) => childId)
  const withStop = listChildrenWithStop(
    db,
    ids.filter((id) => !recipients.has(id)),
  )
  const reasonToCall = (id: string): CallReason | null => {
    if (isInCustody(alerts.get(id))) return 'custody'
    if (recipients.has(id)) return null
    return withStop.has(id) ? 'stopped' : 'unreached'
  }
  return readChildren(db, ids).flatMap(({ id, name, birthDate, archivedAt, family, language }) => {
    const child = {
      birthDate,
      isArchived: archivedAt !== null,
      isOccupied: occupied.has(id),
      visits: visits.get(id) ?? [],
      missed: (missed.get(id) ?? []).map(({ date }) => date),
      items: withTickets(items.get(id) ?? [], tickets),
    }
    const found = findRowToAsk(child, plan, { today, daysAfterVisit })
    if (!found) return []
    const { due, item } = found
    return [
      {
        id,
        name,
        birthDate,
        family,
        language,
        due,
        item,
        recipients: recipients.get(id) ?? [],
        call: reasonToCall(id),
      },
    ]
  })
}

/** The next batch, ends of window first: children to email, and children whose families staff call. */
export async function listBatch(db: Database, moment: Today): Promise<AskableChild[]> {
  const most = readSettings(db).childrenToEmail
  const emailed: AskableChild[] = []
  const called: AskableChild[] = []
  let after = { toDate: '', childId: '' }
  for (;;) {
    const step = listChildrenToAsk(db, { today: moment.today, after, limit: STEP })
    const ids = step.map(({ childId }) => childId)
    const found = new Map(readAskable(db, ids, moment).map((child) => [child.id, child]))
    for (const id of ids) {
      const child = found.get(id)
      if (child) (child.call === null ? emailed : called).push(child)
    }
    const last = step.at(-1)
    if (!last || step.length < STEP || emailed.length >= most) break
    after = last
    await nextTurn()
  }
  return [...emailed.slice(0, most), ...called.slice(0, most)].sort((one, other) =>
    one.due.to < other.due.to ? -1 : 1,
  )
}

/** A child and those who share a recipient with them, who can be asked by email. */
function readFamily(db: Database, childId: string, moment: Today): AskableChild[] {
  const ids = new Set([childId, ...listFamilyRecipients(db, childId).map((to) => to.childId)])
  return readAskable(db, [...ids], moment).filter(({ call }) => call === null)
}

/**
 * Asks the families of these children by email: one email to each recipient, about all of their children who have a
 * row due. Repeating it asks nothing twice.
 * @param dueAt when the emails are sent; by default at the next 10:00
 */
export function askDue(
  db: Transaction,
  childIds: readonly string[],
  { moment, now }: Asking,
  dueAt = nextTenOClock(now, moment.timeZone),
): Asked {
  const day = wallClockAt(dueAt, moment.timeZone).today
  const times = { timeZone: moment.timeZone, rules: readSettings(db) }
  const keyOf = (to: RecallRecipient) => `visits_due:${familyOf(to)}:${day}`
  const sum = { children: 0, emails: 0 }
  for (const childId of childIds) {
    const wanted = readFamily(db, childId, moment).filter(({ item }) => isToAsk(item, dueAt))
    const written = readRecallEmails(
      db,
      wanted.flatMap(({ recipients }) => recipients.map(keyOf)),
    )
    // A recipient whose email of that day is sent already is asked on another day.
    const isTold = (to: RecallRecipient) => (written.get(keyOf(to))?.state ?? 'due') !== 'due'
    const family = wanted.filter(({ recipients }) => !recipients.some(isTold))
    const asking = family.flatMap((child) => {
      const { rowId, toDate, ticketId: known } = child.item
      const ticket = known ?? openPlanTicket(db, child, { moment, now })
      const later = nextAskAfter(day, child.item.asked + 1, times)
      const change = { ticketId: ticket, changedAt: now, ...afterAsk(child.item, later) }
      putDueItem(db, { childId: child.id, rowId, toDate, ...change })
      return child.recipients.map((to) => ({ to, ticket }))
    })
    const emails = byRecipient(asking)
    for (const { to, tickets } of emails) {
      const { uid, deskFamilyId, recipient } = to
      const dedupeKey = keyOf(to)
      const known = written.get(dedupeKey)
      const about = { kind: 'visits_due', data: { tickets } } as const
      if (known) addToRecallEmail(db, known, tickets)
      else addNotification(db, { ...about, uid, deskFamilyId, recipient, dedupeKey, dueAt }, now)
    }
    sum.children += family.length
    sum.emails += emails.length
  }
  return sum
}

/** The ticket with which the family books the row. */
function openPlanTicket(
  db: Transaction,
  { id: childId, due: { row, around, from, to } }: AskableChild,
  { moment, now }: Asking,
): string {
  const fromDate = laterOf(from, moment.today)
  const dueDate = earlierOf(to, laterOf(fromDate, around))
  const { treatmentId } = row
  const ticket = insertTicket(db, {
    id: uuidv7(),
    childId,
    treatmentId,
    dueDate,
    fromDate,
    toDate: to,
    origin: 'plan',
    openedBy: null,
    openedAt: now,
  })
  const data = { childId, treatmentId, origin: ticket.origin }
  appendEvent(db, { kind: 'ticket.opened', actor: null, subject: ticket.id, data }, now)
  return ticket.id
}

/** Asks again, by email, for rows that are still due; what cannot be asked now waits as long again. */
export function askDueAgain(
  db: Transaction,
  childIds: readonly string[],
  { moment, now }: Asking,
): void {
  askDue(db, childIds, { moment, now }, now)
  const times = { timeZone: moment.timeZone, rules: readSettings(db) }
  for (const item of listDueItems(db, childIds)) {
    if (item.nextAsk === null || item.nextAsk > now) continue
    const { childId, rowId, toDate, asked } = item
    const nextAsk = nextAskAfter(moment.today, asked, times)
    putDueItem(db, { childId, rowId, toDate, nextAsk, changedAt: now })
  }
}

/** Asks for these children in transactions of some families each. */
export async function askInSteps(
  db: Database,
  childIds: readonly string[],
  asking: Asking,
): Promise<Asked> {
  const sum = { children: 0, emails: 0 }
  for (let from = 0; from < childIds.length; from += AT_ONCE) {
    const some = childIds.slice(from, from + AT_ONCE)
    const asked = await writeTransaction(db, (tx) => askDue(tx, some, asking))
    sum.children += asked.children
    sum.emails += asked.emails
  }
  return sum
}

/** Asks for a batch that staff have looked at; undefined while the plan is off. */
export async function sendBatch(
  db: Database,
  childIds: readonly string[],
  asking: Asking,
): Promise<Asked | undefined> {
  if (!readPlanState(db).isOn) return undefined
  const sum = await askInSteps(db, childIds, asking)
  if (sum.children > 0) await writeTransaction(db, countBatch)
  return sum
}
