import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { CLINIC_ROLES, type Role, type RoleFilter } from '#contract/identity/users.ts'
import { changeRow, countRows, type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { inOrderOf } from '#drizzle/in-order-of.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { matchWords, searchWords } from '#drizzle/normalize-search-text.ts'
import { prepareOnce, selectBy } from '#drizzle/prepared-statements.ts'
import { appointments, formerPeople, sessions, users } from '#drizzle/schema/index.ts'

export type UserRow = typeof users.$inferSelect

/** An account as the identity provider reports it. */
export interface Account {
  uid: string
  /** Lower case. */
  email: string
  emailVerified: boolean
  name: string | null
  photo: string | null
  /** Ids of the sign-in methods and second factors; absent when not requested. */
  credentials?: string[]
  /** Since when the provider's sessions are valid; absent when not requested. */
  providerValidFrom?: Date
}

const statements = prepareOnce((db: Database) => ({
  byUid: selectBy(db, users, users.uid),
  byEmail: selectBy(db, users, users.email),
  // As in `isReachable`.
  othersThanReachable: db.$client
    .prepare<[ids: string], string>(
      `select value from json_each(?) where not exists (
         select 1 from users
         where uid = value and email_verified and bounced_email is not email)
       order by key`,
    )
    .pluck(),
  bySession: db
    .select({ user: users, endedBy: sessions.endedBy })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.id, sql.placeholder('id')), eq(sessions.uid, users.uid)))
    .where(eq(users.uid, sql.placeholder('uid'))),
}))

/** The user of that account; undefined when there is none, or it was removed. */
export function findUser(db: Database, uid: string): UserRow | undefined {
  return statements(db).byUid.get(uid)
}

/** A token's user, and why its session ended. */
export interface SessionOwner {
  user: UserRow
  endedBy: (typeof sessions.$inferSelect)['endedBy']
}

/**
 * The user of that account, and why the token's session ended: null while it is open, and for tokens without
 * one.
 */
export function findUserOfSession(
  db: Database,
  { uid, id = '' }: { uid: string; id: string | undefined },
): SessionOwner | undefined {
  return statements(db).bySession.get({ uid, id })
}

/** These users by uid, in one statement. */
export function readUsers(db: Database, uids: readonly string[]): ReadonlyMap<string, UserRow> {
  const found = db.select().from(users).where(isAmong(users.uid, uids)).all()
  return new Map(found.map((user) => [user.uid, user]))
}

/** The user with that email, which is in lower case. */
export function findUserByEmail(db: Database, email: string): UserRow | undefined {
  return statements(db).byEmail.get(email)
}

/** The user who sees that doctor's day. */
export function findUserOfDoctor(db: Database, doctorId: string): UserRow | undefined {
  return db.select().from(users).where(eq(users.doctorId, doctorId)).get()
}

/** Adds a user. */
export function insertUser(db: Transaction, row: typeof users.$inferInsert): UserRow {
  return db.insert(users).values(row).returning().get()
}

/** Changes an existing user. */
export function updateUser(
  db: Transaction,
  uid: string,
  change: Partial<typeof users.$inferInsert>,
): UserRow {
  return db.update(users).set(change).where(eq(users.uid, uid)).returning().get()
}

/** Makes an admin a patient. Returns undefined for the last admin, and for users who are no admin. */
export function demoteAdmin(db: Transaction, email: string): UserRow | undefined {
  const admins = db.$count(users, eq(users.role, 'admin'))
  return db
    .update(users)
    .set({ role: 'patient' })
    .where(and(eq(users.email, email), eq(users.role, 'admin'), gt(admins, 1)))
    .returning()
    .get()
}

/** Whether emails may be sent to the user: the address is verified, and has not bounced. */
export function isReachable({ email, emailVerified, bouncedEmail }: UserRow): boolean {
  return emailVerified && bouncedEmail !== email
}

/** The ids among these whose users no email reaches: one statement for thousands. */
export function listOthersThanReachable(db: Database, ids: readonly string[]): string[] {
  return statements(db).othersThanReachable.all(JSON.stringify(ids))
}

/** A removed user, doctor or family. */
type FormerPerson = typeof formerPeople.$inferSelect

/** Stores the name of a user, doctor or family that is being removed. */
export function recordFormerPerson(db: Transaction, person: FormerPerson): void {
  db.insert(formerPeople).values(person).run()
}

/** The removed user, doctor or family with this id. */
export function findFormerPerson(db: Database, id: string): FormerPerson | undefined {
  return db.select().from(formerPeople).where(eq(formerPeople.id, id)).get()
}

/** All admins. */
export function listAdmins(db: Database): UserRow[] {
  return db.select().from(users).where(eq(users.role, 'admin')).all()
}

/** Whether this user is the only admin. */
export function isOnlyAdmin(db: Database, uid: string): boolean {
  const isAnother = and(eq(users.role, 'admin'), ne(users.uid, uid))
  return !hasRow(db, users, isAnother)
}

export interface UserPage {
  /** The number on all pages. */
  total: number
  users: { user: UserRow; appointments: number }[]
}

const NEWEST_FIRST = [desc(users.createdAt), desc(users.uid)]

interface UserFilter {
  /** Parts of a name or an email, in any order and case, with or without accents. */
  search?: string | undefined
  role?: RoleFilter | undefined
}

/** The roles of a filter; undefined for all. */
const rolesOf = (role: RoleFilter | undefined): readonly Role[] | undefined =>
  role === 'clinic' ? CLINIC_ROLES : role && [role]

/**
 * One page of the users, newest first.
 * @param page counted from 1
 */
export function listUsers(
  db: Database,
  { search, role, page, limit }: UserFilter & { page: number; limit: number },
): UserPage {
  const wanted = { roles: rolesOf(role), limit, offset: (page - 1) * limit }
  const { uids, total } = search ? searchUsers(db, search, wanted) : pageOfUsers(db, wanted)
  // Only these rows are read completely.
  const rows = db
    .select({
      user: users,
      appointments: db.$count(appointments, eq(appointments.patientUid, users.uid)),
    })
    .from(users)
    .where(isAmong(users.uid, uids))
    .all()
  return { total, users: inOrderOf(uids, rows, ({ user }) => user.uid) }
}

interface WantedUsers {
  roles: readonly Role[] | undefined
  limit: number
  offset: number
}

interface FoundUsers {
  uids: string[]
  /** The number on all pages. */
  total: number
}

function pageOfUsers(db: Database, { roles, limit, offset }: WantedUsers): FoundUsers {
  const isOfRole = roles && inArray(users.role, roles)
  const page = db
    .select({ uid: users.uid })
    .from(users)
    .where(isOfRole)
    .orderBy(...NEWEST_FIRST)
    .limit(limit)
    .offset(offset)
    .all()
  return { uids: page.map(({ uid }) => uid), total: countRows(db, users, isOfRole) }
}

/** With more results, the newest are looked up one by one; with fewer, all are sorted. */
const MANY_FOUND = 500

/** Searches the index once, for both the page and the total. */
function searchUsers(
  db: Database,
  search: string,
  { roles, limit, offset }: WantedUsers,
): FoundUsers {
  const match = matchWords(searchWords(search), 'own')
  if (match === undefined) return { uids: [], total: 0 }
  const isFound = sql`found cross join search_people on search_people.id = found.id
    where search_people.kind = 'user'
    ${roles ? sql`and (select role from users where uid = person) in ${roles}` : sql``}`
  const newest = sql`order by created_at desc, uid desc limit ${limit} offset ${offset}`
  // Only ids are kept of the results: reading texts takes longer than the search itself.
  const row = db.get<{ total: number; uids: string }>(sql`
    with found as materialized (
      select rowid as id from search_people_index where search_people_index match ${match}
    ),
    counted as materialized (select count(*) as total from ${isFound})
    select total, case when total > ${MANY_FOUND} then (
      select json_group_array(uid) from (
        select uid from users
        where (select id from search_people where person = users.uid) in (select id from found)
          ${roles ? sql`and role in ${roles}` : sql``}
        ${newest})
    ) else (
      select json_group_array(uid) from (
        select uid from users where uid in (select person from ${isFound}) ${newest})
    ) end as uids from counted`)
  return { total: row.total, uids: JSON.parse(row.uids) }
}

/** How many users have the role staff. */
export function countStaff(db: Database): number {
  return countRows(db, users, eq(users.role, 'staff'))
}

/**
 * Stores phone and address of a user.
 * @returns false when they have not changed
 */
export function setContact(
  db: Transaction,
  uid: string,
  { phone, address }: { phone: string; address: string },
): boolean {
  const isOther = sql`(phone is not ${phone} or address is not ${address})`
  return changeRow(db, users, { phone, address }, and(eq(users.uid, uid), isOther))
}

/**
 * Stores the language of a user's emails; null for English.
 * @returns false when it has not changed
 */
export function setLanguage(db: Transaction, uid: string, language: UserRow['language']): boolean {
  const isOther = sql`language is not ${language}`
  return changeRow(db, users, { language }, and(eq(users.uid, uid), isOther))
}
