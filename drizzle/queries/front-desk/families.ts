import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { IdentityField } from '#contract/front-desk/corrections.ts'
import { cleanPhone } from '#contract/phone.ts'
import { countRows, type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { matchAny, matchWords, searchWords, splitDates } from '#drizzle/normalize-search-text.ts'
import { insertInto, prepareOnce, selectBy } from '#drizzle/prepared-statements.ts'
import {
  appointments,
  children,
  deskFamilies,
  guardianships,
  users,
} from '#drizzle/schema/index.ts'
import type { Translation } from '#words/languages.ts'
import {
  type AppointmentRow,
  type CorrectedBy,
  correctAppointments,
  listAppointments,
  listDeskAppointments,
} from '../booking/appointments.ts'
import {
  findUser,
  isReachable,
  listOthersThanReachable,
  readUsers,
  type UserRow,
} from '../identity/users.ts'
import { recordIdentityChanges } from '../identity-changes.ts'
import { peopleMatching } from '../people-search.ts'

type DeskFamilyRow = typeof deskFamilies.$inferSelect

/** The owner of appointments: an account, or a family without one. */
export interface FamilyRow {
  /** The account's uid, or the id of the family without an account. */
  id: string
  uid: string | null
  deskFamilyId: string | null
  account?: UserRow
  name: string
  email: string | null
  /** Null for accounts, whose appointments have one each. */
  phone: string | null
  isReachable: boolean
  /** Of their emails; null for English. */
  language: Translation | null
}

const statements = prepareOnce((db: Database) => ({
  one: selectBy(db, deskFamilies, deskFamilies.id),
  insert: insertInto(db, deskFamilies),
}))

/** The family without an account that has this id, linked or not. */
export function findDeskFamily(db: Database, id: string): DeskFamilyRow | undefined {
  return statements(db).one.get(id)
}

/**
 * The family with this id; if it is linked, its account.
 * @param id an account's uid, or the id of a family without an account
 */
export function findFamily(db: Database, id: string): FamilyRow | undefined {
  const user = findUser(db, id)
  if (user) return toFamily(user)
  const desk = findDeskFamily(db, id)
  if (!desk) return undefined
  if (desk.linkedUid !== null) return findFamily(db, desk.linkedUid)
  return toDeskFamily(desk)
}

/** The same for several families, by the requested ids, with three statements. */
export function readFamilies(db: Database, ids: readonly string[]): ReadonlyMap<string, FamilyRow> {
  const accounts = readUsers(db, ids)
  const desks = db.select().from(deskFamilies).where(isAmong(deskFamilies.id, ids)).all()
  const linked = readUsers(
    db,
    desks.flatMap(({ linkedUid }) => linkedUid ?? []),
  )
  const found = new Map<string, FamilyRow>()
  for (const desk of desks) {
    const account = desk.linkedUid === null ? undefined : linked.get(desk.linkedUid)
    if (account) found.set(desk.id, toFamily(account))
    else if (desk.linkedUid === null) found.set(desk.id, toDeskFamily(desk))
  }
  for (const [uid, account] of accounts) found.set(uid, toFamily(account))
  return found
}

/** The families among these, by the requested ids, that no email reaches. */
export function listUnreached(db: Database, ids: readonly string[]): string[] {
  const others = listOthersThanReachable(db, ids)
  const families = readFamilies(db, others)
  return others.filter((id) => !families.get(id)?.isReachable)
}

function toDeskFamily({
  id,
  name,
  email,
  phone,
  bouncedEmail,
  language,
}: DeskFamilyRow): FamilyRow {
  const isReachable = email !== null && email !== bouncedEmail
  return { id, uid: null, deskFamilyId: id, name, email, phone, isReachable, language }
}

function toFamily(account: UserRow): FamilyRow {
  const { uid, name, email, language } = account
  const isTheirs = { id: uid, uid, deskFamilyId: null, account }
  return { ...isTheirs, name, email, phone: null, isReachable: isReachable(account), language }
}

/** Adds a family without an account. */
export function insertDeskFamily(db: Transaction, family: typeof deskFamilies.$inferInsert): void {
  statements(db).insert.get(family)
}

/** The fields of a family without an account that staff can change. */
type DeskFamilyDetails = Pick<DeskFamilyRow, 'name' | 'phone' | 'email'>

/**
 * Corrects the details of a family without an account, also on its upcoming appointments, and records the old
 * ones.
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
  const says = { patientName, phone, email: email ?? '' }
  const counts = correctAppointments(db, isTheirs, says, moment)
  recordIdentityChanges(
    db,
    { deskFamilyId: id },
    fields.map((field) => ({ field, oldValue: known[field], newValue: details[field] })),
    { ...counts, changedBy: actor, changedAt: now },
  )
  db.update(deskFamilies).set(details).where(eq(deskFamilies.id, id)).run()
  return fields
}

/** Stores the language of the emails of a family without an account; null for English. */
export function setDeskLanguage(
  db: Transaction,
  id: string,
  language: DeskFamilyRow['language'],
): void {
  db.update(deskFamilies).set({ language }).where(eq(deskFamilies.id, id)).run()
}

/**
 * Deletes a family without an account that has never had an appointment.
 * @returns whether it was deleted
 */
export function deleteDeskFamily(db: Transaction, id: string): boolean {
  const hasAppointment = sql`exists (select 1 from ${appointments} where desk_family_id = ${id})`
  const canGo = and(
    eq(deskFamilies.id, id),
    isNull(deskFamilies.linkedUid),
    sql`not ${hasAppointment}`,
  )
  if (!hasRow(db, deskFamilies, canGo)) return false
  db.delete(children)
    .where(
      and(
        eq(children.deskFamilyId, id),
        sql`not exists (select 1 from ${guardianships} where child_id = ${children.id})`,
        sql`not exists (select 1 from ${appointments} where child_id = ${children.id})`,
      ),
    )
    .run()
  return db.delete(deskFamilies).where(canGo).run().changes === 1
}

/** All appointments of a family, latest day first. */
export function listFamilyAppointments(
  db: Database,
  { uid, deskFamilyId }: Pick<FamilyRow, 'uid' | 'deskFamilyId'>,
): AppointmentRow[] {
  if (uid !== null) return listAppointments(db, uid)
  return deskFamilyId === null ? [] : listDeskAppointments(db, deskFamilyId)
}

/** These families without an account, each with its appointments, latest day first. */
export function readDeskFamilies(
  db: Database,
  ids: readonly string[],
): Map<string, { family: DeskFamilyRow; appointments: AppointmentRow[] }> {
  const families = db.select().from(deskFamilies).where(isAmong(deskFamilies.id, ids)).all()
  const booked = db
    .select()
    .from(appointments)
    .where(isAmong(appointments.deskFamilyId, ids))
    .orderBy(desc(appointments.date), desc(appointments.startMinute))
    .all()
  const byFamily = Map.groupBy(booked, ({ deskFamilyId }) => deskFamilyId)
  return new Map(
    families.map((family) => [family.id, { family, appointments: byFamily.get(family.id) ?? [] }]),
  )
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
  /** Of their emails; null for English. */
  language: Translation | null
  children: Pick<typeof children.$inferSelect, 'id' | 'name' | 'birthDate'>[]
  next: Pick<AppointmentRow, 'date' | 'startMinute' | 'treatment'> | null
}

/** Digits and punctuation, at least three digits; shorter texts are more likely part of an email. */
const PHONE_SEARCH = /^(?=(?:\D*\d){3})[\d\s+()./-]+$/

/**
 * Families by parts of their own or their children's names, or an email, in any order and case, with or
 * without accents; by a child's birth date; or by part of a phone number, however it is written. A linked
 * family is found as its account: docs/requirements.md#searching.
 * @param from the clinic's day and minute from which on an appointment is the next one
 * @param numbers if the text is a complete phone number, the digits of each of its forms
 * @returns by name, at most `limit`
 */
export function searchFamilies(
  db: Database,
  text: string,
  {
    limit,
    from,
    numbers = [],
  }: { limit: number; from: { today: string; minute: number }; numbers?: readonly string[] },
): FoundFamily[] {
  const { dates, rest } = splitDates(text)
  const isDate = dates.length > 0 && !/\d/.test(rest)
  const isPhone = !isDate && (numbers.length > 0 || PHONE_SEARCH.test(cleanPhone(text)))
  const match = isPhone
    ? matchAny([...partsOfNumber(cleanPhone(text)), ...numbers], 'phones')
    : matchWords([...dates, ...searchWords(rest)])
  if (match === undefined) return []
  const rows = db.all<{
    id: string
    uid: string | null
    name: string
    email: string | null
    phone: string | null
    language: Translation | null
    children: string
    next: string | null
  }>(sql`
    with found as materialized (
      select person as id, search_people.name as place
      from ${peopleMatching(match)} and kind in ('user', 'family')
      order by search_people.name, person
      limit ${limit}
    )
    select found.id, u.uid, coalesce(nullif(u.name, ''), u.email, d.name) as name,
      iif(u.uid is null, d.email, u.email) as email,
      coalesce(d.phone, (
        select phone from ${appointments} where patient_uid = found.id
        order by date desc, start_minute desc limit 1)) as phone,
      iif(u.uid is null, d.language, u.language) as language,
      (select json_group_array(json_object('id', id, 'name', name, 'birthDate', birth_date)) from (
        select child.id, child.name, birth_date, archived_at is not null as is_archived from ${guardianships} join ${children} child on child.id = child_id
        where uid = found.id
        union all
        select id, name, birth_date, archived_at is not null from ${children} where u.uid is null and desk_family_id = found.id
        order by is_archived, birth_date, name)) as children,
      iif(u.uid is null, (${nextOf(sql`desk_family_id`, from)}), (${nextOf(sql`patient_uid`, from)})) as next
    from found
    left join ${users} u on u.uid = found.id
    left join ${deskFamilies} d on d.id = found.id
    order by found.place, found.id`)
  return rows.map(({ uid, children, next, ...row }) => ({
    ...row,
    hasAccount: uid !== null,
    children: JSON.parse(children),
    next: next === null ? null : JSON.parse(next),
  }))
}

/** The digits of a complete or partial phone number, without dialing prefixes. */
function partsOfNumber(text: string): string[] {
  const digits = text.replace(/\D/g, '')
  return [digits.length === 11 ? digits.replace(/^1/, '') : digits, digits.replace(/^0+/, '')]
}

/** The next booked appointment of a found family, as JSON. */
function nextOf(owner: SQL, { today, minute }: { today: string; minute: number }) {
  return sql`
    select json_object('date', date, 'startMinute', start_minute, 'treatment', treatment)
    from ${appointments}
    where ${owner} = found.id and status = 'booked' and (date, start_minute) > (${today}, ${minute})
    order by date, start_minute limit 1`
}
