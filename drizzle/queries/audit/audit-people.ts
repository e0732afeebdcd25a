import { sql } from 'drizzle-orm'
import type { Database } from '#drizzle/client.ts'
import { matchWords, searchWords } from '#drizzle/normalize-search-text.ts'
import { LINK_ACTOR } from '#drizzle/queries/events.ts'
import { findDeskFamily, listLinkedFamilies } from '#drizzle/queries/front-desk/families.ts'
import { findFormerPerson, findUser, findUserByEmail } from '#drizzle/queries/identity/users.ts'
import { peopleMatching } from '#drizzle/queries/people-search.ts'
import { findDoctor, findDoctorById } from '#drizzle/queries/schedule/doctors.ts'
import {
  appointments,
  children,
  doctors,
  events,
  guardianships,
  images,
  paymentItems,
  receipts,
} from '#drizzle/schema/index.ts'

/** A user, doctor or family, or who followed a link in an email without a login. */
export interface Person {
  id: string
  /** Null for a link in an email. */
  name: string | null
  email: string | null
}

/** Whether the id is of an account or of a family without one: not of a doctor, nor of one removed. */
export function isFamily(db: Database, id: string): boolean {
  return (findUser(db, id) ?? findDeskFamily(db, id)) !== undefined
}

/** The person with that id, also of an earlier account or removed. */
export function findPerson(db: Database, id: string): Person | undefined {
  if (id === LINK_ACTOR) return { id, name: null, email: null }
  const person = findUser(db, id) ?? findDoctorById(db, id) ?? findDeskFamily(db, id)
  if (person) return { id, name: person.name, email: person.email }
  const former = findFormerPerson(db, id)
  if (former) return { id, name: former.name, email: null }
  const successor = accountAfter(db, id)
  return successor === undefined ? undefined : findPerson(db, successor)
}

/** The account that replaced a deleted one. */
function accountAfter(db: Database, uid: string): string | undefined {
  return db.get<{ uid: string } | undefined>(
    sql`select ${events.subject} uid from ${events}
        where ${events.kind} = 'user.relinked' and json_extract(${events.data}, '$.from') = ${uid}`,
  )?.uid
}

/**
 * The people whom `text` names: by id or whole email, otherwise by parts of a name or an email, in
 * any order and case, with or without accents.
 * @param limit at most so many of them
 */
export function findPeople(db: Database, text: string, limit: number): Person[] {
  const email = text.toLowerCase()
  const known = findUserByEmail(db, email)?.uid ?? findDoctor(db, email)?.id
  const exact = findPerson(db, known ?? text)
  if (exact) return [exact]
  const match = matchWords(searchWords(text), 'own')
  if (match === undefined) return []
  const found = db.all<{ person: string }>(sql`
    select person from ${peopleMatching(match)}
    order by search_people_index.rowid
    limit ${limit}`)
  return found.flatMap(({ person }) => findPerson(db, person) ?? [])
}

/**
 * All ids of those people: a person may be a user and a doctor with the same email, and a user may
 * have had other accounts before, or have been a family without one.
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
 * Ids of everything that belongs to those people: their appointments with the payments of them,
 * the children whom they guard or were removed from, their photos, and a doctor's hours and absences.
 */
export function belongingsOf(db: Database, ids: readonly string[]): string[] {
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
      select booked.subject from ${appointments} visit
      cross join ${events} booked on booked.subject = visit.id
      where visit.patient_uid is null and visit.desk_family_id is null and booked.actor in (select id from people) and +booked.kind = 'appointment.booked'
        and json_extract(booked.data, '$.family') is null
    )
    select id from visits
    union select payment_id from ${paymentItems} where appointment_id in (select id from visits)
    union select child_id from ${guardianships} where uid in (select id from people)
    union select id from ${children} where desk_family_id in (select id from people)
    union select subject from ${events}
      where kind in ('guardian.updated', 'guardian.revoked')
        and json_extract(data, '$.uid') in (select id from people)
    union select printf('%d-%06d', year, number) from ${receipts} where payment_id in (
      select payment_id from ${paymentItems} where appointment_id in (select id from visits))
    union select image_id from ${doctors} where id in (select id from people) and image_id is not null
    union select id from ${images}
      where uploaded_by in (select id from people) and purpose = 'profile'
    union select subject from ${events}
      where kind = 'image.removed' and json_extract(data, '$.ownerId') in (select id from people)
    union select subject from ${events}
      where kind in ('schedule.changed', 'closure.added', 'closure.removed')
        and json_extract(data, '$.doctorId') in (select id from people)`)
  return rows.map(({ id }) => id)
}
