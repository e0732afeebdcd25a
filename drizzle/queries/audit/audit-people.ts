import { sql } from 'drizzle-orm'
import type { Database } from '#drizzle/client.ts'
import { matchWords, searchWords } from '#drizzle/normalize-search-text.ts'
import { LINK_ACTOR } from '#drizzle/queries/events.ts'
import { listLinkedFamilies } from '#drizzle/queries/front-desk/families.ts'
import { findUserByEmail } from '#drizzle/queries/identity/users.ts'
import { peopleMatching } from '#drizzle/queries/people-search.ts'
import { findDoctor } from '#drizzle/queries/schedule/doctors.ts'
import {
  appointments,
  children,
  deskFamilies,
  doctors,
  events,
  formerPeople,
  guardianships,
  images,
  paymentItems,
  receipts,
  users,
} from '#drizzle/schema/index.ts'

/** A user, doctor or family, or the unknown person who followed an email's link without a login. */
export interface Person {
  id: string
  /** Null for an email's link. */
  name: string | null
  email: string | null
}

/**
 * The ids among these that belong to accounts or to families without one, but not to doctors and removed
 * people.
 */
export function findFamilies(db: Database, ids: readonly string[]): string[] {
  const list = JSON.stringify(ids)
  const found = db.all<{ id: string }>(sql`
    select value as id from json_each(${list})
    where value in (select uid from ${users}) or value in (select id from ${deskFamilies})`)
  return found.map(({ id }) => id)
}

/** The person with that id, including earlier accounts and removed people. */
export function findPerson(db: Database, id: string): Person | undefined {
  return readPeople(db, [id]).get(id)
}

/** The same for several people, by the requested ids, with two or a few more statements. */
export function readPeople(db: Database, ids: readonly string[]): ReadonlyMap<string, Person> {
  const list = JSON.stringify([...new Set(ids)])
  // If several rows have one id, the first row should win: later rows replace earlier ones.
  const rows = db.all<Person>(sql`
    with asked as materialized (select value as id from json_each(${list}))
    select id, name, email from (
      select asked.id, name, null as email, 4 as place from asked join ${formerPeople} former on former.id = asked.id
      union all select asked.id, name, email, 3 from asked join ${deskFamilies} family on family.id = asked.id
      union all select asked.id, name, email, 2 from asked join ${doctors} doctor on doctor.id = asked.id
      union all select asked.id, name, email, 1 from asked join ${users} account on account.uid = asked.id)
    order by place desc`)
  const found = new Map(rows.map((person) => [person.id, person]))
  if (ids.includes(LINK_ACTOR)) found.set(LINK_ACTOR, { id: LINK_ACTOR, name: null, email: null })
  const successors = listSuccessors(
    db,
    ids.filter((id) => !found.has(id)),
  )
  if (successors.length === 0) return found
  const people = readPeople(
    db,
    successors.map(({ uid }) => uid),
  )
  for (const { former, uid } of successors) {
    const person = people.get(uid)
    if (person) found.set(former, person)
  }
  return found
}

/** The accounts that replaced deleted ones. */
function listSuccessors(db: Database, ids: readonly string[]): { former: string; uid: string }[] {
  if (ids.length === 0) return []
  return db.all<{ former: string; uid: string }>(sql`
    select json_extract(${events.data}, '$.from') as former, ${events.subject} as uid from ${events}
    where ${events.kind} = 'user.relinked'
      and json_extract(${events.data}, '$.from') in (select value from json_each(${JSON.stringify(ids)}))
    order by ${events.id} desc`)
}

/**
 * The people that `text` names: by id or complete email, otherwise by parts of their own or a child's name or
 * email, in any order and case, with or without accents.
 * @param limit the most people
 */
export function findPeople(db: Database, text: string, limit: number): Person[] {
  const email = text.toLowerCase()
  const known = findUserByEmail(db, email)?.uid ?? findDoctor(db, email)?.id
  const exact = findPerson(db, known ?? text)
  if (exact) return [exact]
  const match = matchWords(searchWords(text), 'own', 'others')
  if (match === undefined) return []
  const found = db.all<{ person: string }>(sql`
    select person from ${peopleMatching(match)}
    order by search_people_index.rowid
    limit ${limit}`)
  const ids = found.map(({ person }) => person)
  const people = readPeople(db, ids)
  return ids.flatMap((id) => people.get(id) ?? [])
}

/**
 * All ids of these people: a person may be a user and a doctor with the same email, may have had earlier
 * accounts, or may have been a family without an account.
 */
export function idsOf(db: Database, people: readonly Pick<Person, 'id' | 'email'>[]): string[] {
  return people.flatMap(({ id, email }) => {
    const uid = (email && findUserByEmail(db, email)?.uid) || id
    const accounts = db.all<{ uid: string }>(sql`
      with recursive accounts(uid) as (
        select ${uid} union
        select json_extract(${events.data}, '$.from') from ${events}, accounts
        where ${events.subject} = accounts.uid and +${events.kind} = 'user.relinked'
      ) select uid from accounts`)
    const doctor = email ? findDoctor(db, email) : undefined
    const families = listLinkedFamilies(db, uid).map((family) => family.id)
    const others = [...accounts.map((account) => account.uid), ...families]
    return [id, ...(doctor ? [doctor.id] : []), ...others]
  })
}

/**
 * Ids of these people's records: their appointments with payments, the children that they guard or guarded,
 * their photos, and a doctor's hours and absences.
 */
export function belongingsOf(db: Database, ids: readonly string[]): string[] {
  // Names the indexes, because SQLite would otherwise read all events of the kinds.
  const rows = db.all<{ id: string }>(sql`
    with people(id) as (select value from json_each(${JSON.stringify(ids)})),
    visits(id) as (
      select id from ${appointments} where patient_uid in (select id from people)
      union
      select id from ${appointments} where desk_family_id in (select id from people)
      union
      select subject from ${events} where json_extract(data, '$.family') in (select id from people)
      union
      -- Appointments of removed users, which have no patient any more.
      select subject from ${events} indexed by events_booked_by
      where kind = 'appointment.booked' and json_extract(data, '$.family') is null
        and actor in (select id from people)
        and subject in (
          select id from ${appointments} visit
          where visit.id = subject and patient_uid is null and desk_family_id is null)
    )
    select id from visits
    union select payment_id from ${paymentItems} where appointment_id in (select id from visits)
    union select child_id from ${guardianships} where uid in (select id from people)
    union select id from ${children} where desk_family_id in (select id from people)
    union select printf('%d-%06d', year, number) from ${receipts} where payment_id in (
      select payment_id from ${paymentItems} where appointment_id in (select id from visits))
    union select image_id from ${doctors} where id in (select id from people) and image_id is not null
    union select id from ${images}
      where uploaded_by in (select id from people) and purpose = 'profile'
    union select subject from ${events} indexed by events_about
      where kind in ('guardian.updated', 'guardian.revoked', 'image.removed', 'schedule.changed', 'closure.added', 'closure.removed')
        and coalesce(json_extract(data, '$.uid'), json_extract(data, '$.ownerId'), json_extract(data, '$.doctorId'))
          in (select id from people)`)
  return rows.map(({ id }) => id)
}
