import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type {
  DropReason,
  NotificationData,
  NotificationKind,
  NotificationState,
} from '../../../contract/notifications/notifications.ts'
import type { Database } from '../../client.ts'
import { prepareOnce } from '../../prepared-statements.ts'
import { appointments, deskFamilies, notifications, users } from '../../schema/index.ts'
import { getsEmails, listEmailedGuardians } from '../families/children.ts'
import { findUser } from '../identity/users.ts'
import { findPayment, payerOf } from '../payments/payments.ts'

type NotificationRow = typeof notifications.$inferSelect

/** A notification whose data has the shape of its kind. */
export type NotificationOf<Kind extends NotificationKind = NotificationKind> = {
  [Each in Kind]: Omit<NotificationRow, 'kind' | 'data'> & {
    kind: Each
    data: NotificationData<Each>
  }
}[Kind]

/** A notification to write; kinds without data may leave `data` out. */
type NewNotification<Kind extends NotificationKind = NotificationKind> = {
  [Each in Kind]: {
    kind: Each
    appointmentId?: string
    uid: string | null
    /** The family without an account. */
    deskFamilyId?: string | null
    /** Lower case. */
    recipient: string
    dedupeKey: string
    version?: number
    dueAt: Date
  } & (Record<string, never> extends NotificationData<Each>
    ? { data?: NotificationData<Each> }
    : { data: NotificationData<Each> })
}[Kind]

const statements = prepareOnce((db: Database) => ({
  insert: db
    .insert(notifications)
    .values({
      id: sql.placeholder('id'),
      kind: sql.placeholder('kind'),
      appointmentId: sql.placeholder('appointmentId'),
      uid: sql.placeholder('uid'),
      deskFamilyId: sql.placeholder('deskFamilyId'),
      recipient: sql.placeholder('recipient'),
      dedupeKey: sql.placeholder('dedupeKey'),
      version: sql.placeholder('version'),
      data: sql.placeholder('data'),
      dueAt: sql.placeholder('dueAt'),
      createdAt: sql.placeholder('createdAt'),
    })
    .onConflictDoNothing({ target: notifications.dedupeKey })
    .prepare(),
  one: db
    .select()
    .from(notifications)
    .where(eq(notifications.id, sql.placeholder('id')))
    .prepare(),
  family: db
    .select({
      id: appointments.id,
      childId: appointments.childId,
      transactionId: appointments.transactionId,
      patientUid: appointments.patientUid,
      uid: appointments.patientUid,
      deskFamilyId: appointments.deskFamilyId,
      recipient: sql<string | null>`coalesce(${users.email}, ${deskFamilies.email})`,
      version: appointments.version,
    })
    .from(appointments)
    .leftJoin(users, eq(users.uid, appointments.patientUid))
    .leftJoin(deskFamilies, eq(deskFamilies.id, appointments.deskFamilyId))
    .where(eq(appointments.id, sql.placeholder('id')))
    .prepare(),
}))

/**
 * Writes a notification, unless there is one with its key. Call it in the transaction of the change
 * that it describes, and wake the jobs after the commit.
 * @returns its id; undefined when there was one
 */
export function addNotification(
  db: Database,
  notification: NewNotification,
  now: Date,
): string | undefined {
  const { appointmentId = null, deskFamilyId = null, version = 0, data = {} } = notification
  const id = uuidv7()
  const row = { ...notification, id, appointmentId, deskFamilyId, version, data, createdAt: now }
  return statements(db).insert.run(row).changes === 1 ? id : undefined
}

/** What a notification about an appointment says. */
type AboutAppointment = {
  [Kind in 'booked' | 'moved' | 'cancelled' | 'paid' | 'refunded' | 'refund_failed' | 'unpaid']: {
    kind: Kind
    data: NotificationData<Kind>
  }
}['booked' | 'moved' | 'cancelled' | 'paid' | 'refunded' | 'refund_failed' | 'unpaid']

/**
 * Writes the notifications about an appointment: those about money for the payer, others for who
 * booked it and the guardians who get emails about the child. None for a removed account, and none
 * for a family without an account that has given no address. Call it in the transaction of the
 * change that it describes, after that change.
 */
export function notifyFamily(
  db: Database,
  appointmentId: string,
  about: AboutAppointment,
  now: Date,
): void {
  const found = statements(db).family.get({ id: appointmentId })
  if (!found) return
  const { kind, data } = about
  if (kind === 'moved' || kind === 'cancelled') dropEarlierTimes(db, appointmentId)
  if ('intentId' in data) {
    const subject = ('refundId' in data && data.refundId) || data.intentId
    // A payment for several appointments is one email; each that becomes unpaid has its own.
    const dedupeKey = `${kind}:${subject}${kind === 'unpaid' ? `:${appointmentId}` : ''}`
    const payer = findPayerOf(db, data.intentId, found)
    if (payer)
      addNotification(db, { ...about, ...payer, appointmentId, dedupeKey, dueAt: now }, now)
    return
  }
  const dedupeKey = `${kind}:${appointmentId}:${found.version}`
  const { uid: booker, deskFamilyId, recipient, version } = found
  if (recipient && (booker === null || getsEmails(db, found, booker))) {
    const to = { uid: booker, deskFamilyId, recipient, appointmentId, version }
    addNotification(db, { ...withOwnMoney(db, about, found), ...to, dedupeKey, dueAt: now }, now)
  }
  for (const { uid, email, ids } of listOtherGuardians(db, found, about)) {
    const [first = appointmentId, ...others] = ids
    const to = { uid, recipient: email, appointmentId: first, version, dueAt: now }
    const shown = withOwnMoney(db, about, { ...found, uid })
    const named =
      shown.kind === 'booked' && shown.data.others ? { ...shown, data: { others } } : shown
    addNotification(db, { ...named, ...to, dedupeKey: `${dedupeKey}:${uid}` }, now)
  }
}

type Family = NonNullable<ReturnType<ReturnType<typeof statements>['family']['get']>>

/** Whom an email about a payment goes to: its payer; undefined when their account is gone. */
function findPayerOf(db: Database, paymentId: string, family: Family) {
  const { uid, deskFamilyId, recipient, version } = family
  const payment = findPayment(db, paymentId)
  const payer = payment ? payerOf(payment, family) : uid
  if (payer === uid) return recipient ? { uid, deskFamilyId, recipient, version } : undefined
  const account = payer === null ? undefined : findUser(db, payer)
  return account && { uid: account.uid, recipient: account.email, version }
}

/** Without what a cancellation refunds, unless it is the recipient's money. */
function withOwnMoney(
  db: Database,
  about: AboutAppointment,
  { uid, patientUid, transactionId }: Family,
): AboutAppointment {
  if (about.kind !== 'cancelled') return about
  const payment = transactionId === null ? undefined : findPayment(db, transactionId)
  const isTheirs = uid === (payment ? payerOf(payment, { patientUid }) : patientUid)
  return isTheirs ? about : { ...about, data: { by: about.data.by } }
}

/**
 * The guardians besides who booked who get emails about it, each with the ids of the appointments that
 * they are told about: of those that were booked together, their children's.
 */
function listOtherGuardians(db: Database, family: Family, { kind, data }: AboutAppointment) {
  const together = kind === 'booked' ? (data.others ?? []) : []
  const rows = [family, ...together.flatMap((id) => statements(db).family.get({ id }) ?? [])]
  const guardians = new Map<string, { uid: string; email: string; ids: string[] }>()
  for (const { id, childId } of rows) {
    for (const one of childId === null ? [] : listEmailedGuardians(db, childId)) {
      if (one.uid === family.patientUid) continue
      const { ids } = guardians.get(one.uid) ?? { ids: [] }
      guardians.set(one.uid, { ...one, ids: [...ids, id] })
    }
  }
  return [...guardians.values()]
}

/** How the keys of a family's reminders begin. */
export const reminderPrefix = (family: string) => `reminder:${family}:`

// The confirmation of several appointments is still true of the others.
const saysWhen = sql`(${notifications.kind} = 'moved' or (${notifications.kind} = 'booked' and ${notifications.data} ->> 'others' is null))`

/** Drops what is not sent yet of the times that a move or a cancellation makes wrong. */
function dropEarlierTimes(db: Database, appointmentId: string): void {
  db.update(notifications)
    .set(dropped('superseded'))
    .where(
      and(eq(notifications.appointmentId, appointmentId), eq(notifications.state, 'due'), saysWhen),
    )
    .run()
}

/** What becomes of a notification that is not needed any more. */
export function dropped(reason: DropReason) {
  return { state: 'dropped', error: reason, leaseUntil: null } as const
}

/** Whether there is a notification for which that holds. */
function exists(db: Database, condition: SQL | undefined): boolean {
  const row = db.select({ id: notifications.id }).from(notifications).where(condition).limit(1)
  return row.get() !== undefined
}

/** The row with the data of its kind. */
export function typed(row: NotificationRow): NotificationOf {
  return row as NotificationOf
}

/** Reasons that end when the user verifies or changes the address. */
const HELD = ['unverified', 'unreachable'] satisfies DropReason[]

/**
 * Makes a family's emails due that were dropped because of its address; what has become useless is
 * dropped again. Call it in the transaction that verifies or changes the address.
 * @param family an account's uid, or the id of a family without an account
 */
export function releaseHeld(db: Database, family: string, now: Date): void {
  db.update(notifications)
    .set({ state: 'due', dueAt: now, error: null })
    .where(
      and(
        or(eq(notifications.uid, family), eq(notifications.deskFamilyId, family)),
        eq(notifications.state, 'dropped'),
        inArray(notifications.error, HELD),
      ),
    )
    .run()
}

/**
 * Removes a user from their notifications, before the user is deleted. Only cancellations are sent
 * still. Call it in the transaction that removes the user.
 */
export function forgetRecipient(db: Database, uid: string): void {
  const isOwn = eq(notifications.uid, uid)
  const isLast = sql`${notifications.kind} = 'cancelled' and ${notifications.state} in ('due', 'sending')`
  db.update(notifications)
    .set(dropped('account_removed'))
    .where(and(isOwn, eq(notifications.state, 'due'), sql`not (${isLast})`))
    .run()
  db.update(notifications)
    .set({ recipient: null })
    .where(and(isOwn, sql`not (${isLast})`))
    .run()
}

/**
 * Gives the emails of a family without an account to an account. Of two reminders of the same day one
 * remains. Call it in the transaction that links them.
 */
export function giveNotifications(
  db: Database,
  { deskFamilyId, uid }: { deskFamilyId: string; uid: string },
): void {
  const isTheirs = eq(notifications.deskFamilyId, deskFamilyId)
  const reminders = db
    .select({ id: notifications.id, dedupeKey: notifications.dedupeKey })
    .from(notifications)
    .where(and(isTheirs, eq(notifications.kind, 'reminder'), eq(notifications.state, 'due')))
    .all()
  for (const { id, dedupeKey: old } of reminders) {
    const dedupeKey = old.replace(reminderPrefix(deskFamilyId), reminderPrefix(uid))
    const isKnown = exists(db, eq(notifications.dedupeKey, dedupeKey))
    db.update(notifications)
      .set(isKnown ? dropped('superseded') : { dedupeKey })
      .where(eq(notifications.id, id))
      .run()
  }
  db.update(notifications).set({ uid, deskFamilyId: null }).where(isTheirs).run()
}

/** The notification with this id. */
export function findNotification(db: Database, id: string): NotificationOf | undefined {
  const row = statements(db).one.get({ id })
  return row && typed(row)
}

/**
 * Writes another notification like that one, which is due at once; while there is one already,
 * nothing. Call it in a write transaction.
 * @returns its id
 */
export function addCopy(db: Database, original: NotificationOf, now: Date): string {
  const key = `${original.dedupeKey}/again`
  const isCopy = sql`${notifications.dedupeKey} glob ${`${escapeGlob(key)}-*`}`
  const copies = db
    .select({ id: notifications.id, state: notifications.state })
    .from(notifications)
    .where(isCopy)
    .all()
  const waiting = copies.find(({ state }) => state === 'due' || state === 'sending')
  if (waiting) return waiting.id
  const { kind, appointmentId, uid, deskFamilyId, recipient, version, data } = original
  const id = uuidv7()
  db.insert(notifications)
    .values({
      id,
      kind,
      appointmentId,
      uid,
      deskFamilyId,
      recipient,
      version,
      data,
      dedupeKey: `${key}-${copies.length + 1}`,
      dueAt: now,
      createdAt: now,
    })
    .run()
  return id
}

const escapeGlob = (text: string) => text.replace(/[*?[]/g, '[$&]')

interface NotificationFilter {
  state?: NotificationState
  uid?: string
  appointmentId?: string
  /** Id of a notification: only those before it. */
  before?: string
  limit: number
}

export interface ListedRow {
  notification: NotificationOf
  /** Null once the account has been removed, and for invitations. */
  familyName: string | null
  appointment: Pick<
    typeof appointments.$inferSelect,
    'treatment' | 'date' | 'startMinute' | 'lengthMinutes'
  > | null
}

/** The mail server has refused it at least once. */
export const hasError = sql`${notifications.error} is not null`

/** A literal, and with the condition of the partial index where it applies. */
function isIn(state: NotificationState) {
  const hasState = sql`${notifications.state} = ${state}`.inlineParams()
  const isRare = state === 'bounced' || state === 'failed' || state === 'dropped'
  return isRare ? and(hasState, hasError) : hasState
}

/** Also those of appointments that were booked together with it. */
function isAbout(appointmentId: string) {
  const ofPatient = sql`select other.id from appointments as own
    join appointments as other on other.patient_uid = own.patient_uid where own.id = ${appointmentId}`
  const isNamed = sql`exists (select 1 from json_each(${notifications.data}, '$.others') where value = ${appointmentId})`
  return or(
    eq(notifications.appointmentId, appointmentId),
    and(
      sql`${notifications.appointmentId} in (${ofPatient})`,
      eq(notifications.kind, 'booked'),
      isNamed,
    ),
  )
}

/** Notifications, newest first. */
export function listNotifications(db: Database, filter: NotificationFilter): ListedRow[] {
  const { state, uid, appointmentId, before, limit } = filter
  const { treatment, date, startMinute, lengthMinutes } = appointments
  return db
    .select({
      notification: notifications,
      familyName: sql<string | null>`coalesce(${users.name}, ${deskFamilies.name})`,
      appointment: { treatment, date, startMinute, lengthMinutes },
    })
    .from(notifications)
    .leftJoin(users, eq(users.uid, notifications.uid))
    .leftJoin(deskFamilies, eq(deskFamilies.id, notifications.deskFamilyId))
    .leftJoin(appointments, eq(appointments.id, notifications.appointmentId))
    .where(
      and(
        state && isIn(state),
        uid === undefined ? undefined : eq(notifications.uid, uid),
        appointmentId === undefined ? undefined : isAbout(appointmentId),
        before === undefined ? undefined : lt(notifications.id, before),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(limit)
    .all()
    .map((row) => ({ ...row, notification: typed(row.notification) }))
}

/**
 * Marks an email that was reported to have bounced after the mail server had accepted it.
 * @param messageId with its angle brackets
 */
export function markBounced(db: Database, messageId: string, error: string): void {
  db.update(notifications)
    .set({ state: 'bounced', error })
    .where(and(eq(notifications.messageId, messageId), eq(notifications.state, 'sent')))
    .run()
}

/**
 * Marks an address as unreachable.
 * @param address in lower case
 * @returns the ids of the users and families who have it and were not marked already
 */
export function markUnreachable(db: Database, address: string, now: Date): string[] {
  const mark = { bouncedEmail: address, bouncedAt: now }
  const isNew = ({ email, bouncedEmail }: typeof users | typeof deskFamilies) =>
    and(eq(email, address), or(isNull(bouncedEmail), sql`${bouncedEmail} <> ${address}`))
  const marked = [
    ...db.update(users).set(mark).where(isNew(users)).returning({ id: users.uid }).all(),
    ...db
      .update(deskFamilies)
      .set(mark)
      .where(and(isNew(deskFamilies), isNull(deskFamilies.linkedUid)))
      .returning({ id: deskFamilies.id })
      .all(),
  ]
  return marked.map(({ id }) => id)
}

const isUnreachable = ({ bouncedEmail, email }: typeof users | typeof deskFamilies) =>
  sql`${bouncedEmail} is not null and ${bouncedEmail} = ${email}`

/** Most users in the list of those who cannot be reached. */
const LONGEST_LIST = 500

/** Families whose address bounced, the latest first, with the phone of their latest appointment. */
export function listUnreachable(db: Database) {
  const phone = db
    .select({ phone: appointments.phone })
    .from(appointments)
    .where(eq(appointments.patientUid, users.uid))
    .orderBy(desc(appointments.date), desc(appointments.startMinute))
    .limit(1)
  const accounts = db
    .select({
      id: users.uid,
      name: users.name,
      email: users.email,
      since: users.bouncedAt,
      phone: sql<string | null>`(${phone})`,
    })
    .from(users)
    .where(isUnreachable(users))
    .orderBy(desc(users.bouncedAt))
    .limit(LONGEST_LIST)
    .all()
  const { id, name, email, bouncedAt: since, phone: number, linkedUid } = deskFamilies
  const families = db
    .select({ id, name, email: sql<string>`${email}`, since, phone: number })
    .from(deskFamilies)
    .where(and(isUnreachable(deskFamilies), isNull(linkedUid)))
    .limit(LONGEST_LIST)
    .all()
  return [...accounts, ...families].sort((a, b) => Number(b.since) - Number(a.since))
}

/**
 * Switches a family's reminders on or off.
 * @param family an account's uid, or the id of a family without an account
 * @returns whether that changed anything
 */
export function setReminders(db: Database, family: string, reminders: boolean): boolean {
  const isOther = sql`reminders <> ${reminders ? 1 : 0}`
  const set = [
    db
      .update(users)
      .set({ reminders })
      .where(and(eq(users.uid, family), isOther)),
    db
      .update(deskFamilies)
      .set({ reminders })
      .where(and(eq(deskFamilies.id, family), isOther)),
  ]
  return set.some((update) => update.run().changes === 1)
}
