import { and, eq, isNull, sql } from 'drizzle-orm'
import type { IdentityField } from '#contract/front-desk/corrections.ts'
import { countRows, type Database, type Transaction } from '#drizzle/client.ts'
import { normalizeSearchText } from '#drizzle/normalize-search-text.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import {
  appointments,
  children,
  deskFamilies,
  guardianships,
  users,
} from '#drizzle/schema/index.ts'
import {
  type AppointmentRow,
  type CorrectedBy,
  isToCome,
  listAppointments,
  listDeskAppointments,
} from '../booking/appointments.ts'
import { listChildren } from '../families/children.ts'
import { findUser, isReachable, type UserRow } from '../identity/users.ts'
import { recordIdentityChanges } from '../identity-changes.ts'

type DeskFamilyRow = typeof deskFamilies.$inferSelect

/** Whose appointments they are: an account's, or a family's that has none. */
export interface FamilyRow {
  /** The account's uid, or the id of the family without an account. */
  id: string
  uid: string | null
  deskFamilyId: string | null
  account?: UserRow
  name: string
  email: string | null
  /** Null for accounts: their appointments have one each. */
  phone: string | null
  isReachable: boolean
}

const statements = prepareOnce((db: Database) => ({
  one: db
    .select()
    .from(deskFamilies)
    .where(eq(deskFamilies.id, sql.placeholder('id')))
    .prepare(),
}))

/** The family without an account that has this id, linked or not. */
export function findDeskFamily(db: Database, id: string): DeskFamilyRow | undefined {
  return statements(db).one.get({ id })
}

/**
 * The family with this id; an account instead of a family that is linked to it.
 * @param id an account's uid, or the id of a family without an account
 */
export function findFamily(db: Database, id: string): FamilyRow | undefined {
  const user = findUser(db, id)
  if (user) return toFamily(user)
  const desk = findDeskFamily(db, id)
  if (!desk) return undefined
  if (desk.linkedUid !== null) return findFamily(db, desk.linkedUid)
  const { name, email, phone, bouncedEmail } = desk
  const isReachable = email !== null && email !== bouncedEmail
  return { id, uid: null, deskFamilyId: id, name, email, phone, isReachable }
}

function toFamily(account: UserRow): FamilyRow {
  const { uid, name, email } = account
  const isTheirs = { id: uid, uid, deskFamilyId: null, account }
  return { ...isTheirs, name, email, phone: null, isReachable: isReachable(account) }
}

/** Adds a family without an account. Call it in a write transaction, with the event. */
export function insertDeskFamily(
  db: Transaction,
  family: Pick<DeskFamilyRow, 'id' | 'name' | 'phone' | 'email' | 'createdBy' | 'createdAt'>,
): void {
  db.insert(deskFamilies).values(family).run()
}

/** What staff can change about a family without an account. */
type DeskFamilyDetails = Pick<DeskFamilyRow, 'name' | 'phone' | 'email'>

/**
 * Corrects the details of a family without an account, records the old ones, and says the new ones on
 * its appointments to come. Call it in a write transaction, with the event.
 * @returns what was corrected
 */
export function correctDeskFamily(
  db: Transaction,
  { id, ...known }: Pick<DeskFamilyRow, 'id' | 'name' | 'phone' | 'email'>,
  details: DeskFamilyDetails,
  { actor, now, moment }: CorrectedBy,
): IdentityField[] {
  const fields = (['name', 'phone', 'email'] as const).filter(
    (field) => known[field] !== details[field],
  )
  if (fields.length === 0) return []
  const { name: patientName, phone, email } = details
  const isTheirs = eq(appointments.deskFamilyId, id)
  const all = countRows(db, appointments, isTheirs)
  const { changes: corrected } = db
    .update(appointments)
    .set({ patientName, phone, email: email ?? '' })
    .where(and(isTheirs, isToCome(moment)))
    .run()
  recordIdentityChanges(
    db,
    { deskFamilyId: id },
    fields.map((field) => ({ field, oldValue: known[field], newValue: details[field] })),
    { corrected, kept: all - corrected, changedBy: actor, changedAt: now },
  )
  db.update(deskFamilies).set(details).where(eq(deskFamilies.id, id)).run()
  return fields
}

/**
 * Deletes a family without an account that has never had an appointment. Call it in a write
 * transaction, with the event.
 * @returns whether it had none
 */
export function deleteDeskFamily(db: Transaction, id: string): boolean {
  const hasAppointment = sql`exists (select 1 from ${appointments} where desk_family_id = ${id})`
  const { changes } = db
    .delete(deskFamilies)
    .where(and(eq(deskFamilies.id, id), isNull(deskFamilies.linkedUid), sql`not ${hasAppointment}`))
    .run()
  return changes === 1
}

/** All appointments of a family, latest day first. */
export function listFamilyAppointments(
  db: Database,
  { uid, deskFamilyId }: Pick<FamilyRow, 'uid' | 'deskFamilyId'>,
): AppointmentRow[] {
  if (uid !== null) return listAppointments(db, uid)
  return deskFamilyId === null ? [] : listDeskAppointments(db, deskFamilyId)
}

/** Families without an account that have this email and are not linked yet, by name. */
export function listDeskFamiliesByEmail(db: Database, email: string): DeskFamilyRow[] {
  return db
    .select()
    .from(deskFamilies)
    .where(and(eq(deskFamilies.email, email), isNull(deskFamilies.linkedUid)))
    .orderBy(deskFamilies.name)
    .all()
}

/** Families without an account that were linked to this one. */
export function listLinkedFamilies(db: Database, uid: string): DeskFamilyRow[] {
  return db.select().from(deskFamilies).where(eq(deskFamilies.linkedUid, uid)).all()
}

/** Missed appointments of a family from a day on. */
export function countMissed(
  db: Database,
  { uid, deskFamilyId }: Pick<FamilyRow, 'uid' | 'deskFamilyId'>,
  since: string,
): number {
  const isTheirs =
    uid !== null
      ? eq(appointments.patientUid, uid)
      : sql`${appointments.deskFamilyId} = ${deskFamilyId}`
  return countRows(
    db,
    appointments,
    and(
      isTheirs,
      sql`${appointments.date} >= ${since}`,
      sql`${appointments.attendance} = 'no_show'`,
    ),
  )
}

export interface FoundFamily {
  id: string
  hasAccount: boolean
  name: string
  email: string | null
  phone: string | null
  /** Names of the account's children. */
  children: string[]
  next: Pick<AppointmentRow, 'date' | 'startMinute' | 'treatment'> | null
}

/** A phone number has no letters; shorter ones are rather part of an email. */
const PHONE_SEARCH = /^[\d\s+().-]*\d[\d\s+().-]*\d[\d\s+().-]*\d[\d\s+().-]*$/

const PUNCTUATION = [' ', '-', '(', ')', '.', '+', '/']

/**
 * Families by part of a name, their children's too, or an email, in any case, with or without accents, or by part of a phone
 * number, however it is written. A family that is linked to an account is found as that account.
 * @param from the clinic's day and minute from which an appointment is the next one
 * @returns by name, at most `limit`
 */
export function searchFamilies(
  db: Database,
  text: string,
  { limit, from }: { limit: number; from: { today: string; minute: number } },
): FoundFamily[] {
  const ids = PHONE_SEARCH.test(text) ? idsByPhone(text) : idsByText(text)
  const rows = db.all<{
    id: string
    uid: string | null
    name: string
    email: string | null
    phone: string | null
  }>(sql`
    with found(id) as (${ids})
    select found.id, u.uid, coalesce(u.name, d.name) as name,
      case when u.uid is null then d.email else u.email end as email,
      coalesce(d.phone, (
        select phone from ${appointments} where patient_uid = found.id
        order by date desc, start_minute desc limit 1)) as phone
    from found
    left join ${users} u on u.uid = found.id
    left join ${deskFamilies} d on d.id = found.id and u.uid is null
    where found.id is not null
    order by normalize_search_text(coalesce(u.name, d.name)), found.id
    limit ${limit}`)
  return rows.map(({ uid, ...row }) => ({
    ...row,
    hasAccount: uid !== null,
    children: uid === null ? [] : listChildren(db, uid).map(({ child }) => child.name),
    next: findNext(db, row.id, from),
  }))
}

function idsByText(text: string) {
  const part = normalizeSearchText(text)
  return sql`
    select uid from ${users}
      where instr(normalize_search_text(name), ${part}) or instr(normalize_search_text(email), ${part})
    union select coalesce(linked_uid, id) from ${deskFamilies}
      where instr(normalize_search_text(name), ${part}) or instr(normalize_search_text(email), ${part})
    union select ${guardianships.uid} from ${guardianships}
      join ${children} on ${children.id} = ${guardianships.childId}
      where instr(normalize_search_text(${children.name}), ${part})`
}

function idsByPhone(text: string) {
  const digits = text.replace(/\D/g, '')
  // With or without the country's code.
  const part = digits.length === 11 ? digits.replace(/^1/, '') : digits
  const stored = PUNCTUATION.reduce(
    (phone, mark) => sql`replace(${phone}, ${mark}, '')`,
    sql`phone`,
  )
  return sql`
    select coalesce(patient_uid, desk_family_id) from ${appointments} where instr(${stored}, ${part})
    union select coalesce(linked_uid, id) from ${deskFamilies} where instr(${stored}, ${part})`
}

function findNext(
  db: Database,
  family: string,
  { today, minute }: { today: string; minute: number },
): FoundFamily['next'] {
  const { date, startMinute, treatment } = appointments
  const next = db
    .select({ date, startMinute, treatment })
    .from(appointments)
    .where(
      and(
        sql`coalesce(patient_uid, desk_family_id) = ${family}`,
        sql`status = 'booked'`,
        sql`(${date}, ${startMinute}) > (${today}, ${minute})`,
      ),
    )
    .orderBy(date, startMinute)
    .limit(1)
    .get()
  return next ?? null
}
