import { readFileSync } from 'node:fs'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, it } from 'vitest'
import { addAlert } from '#domain/front-desk/alerts.ts'
import { changeNote } from '#domain/front-desk/attendance.ts'
import { confirmLink, listProposals, proposeLink } from '#domain/front-desk/family-links.ts'
import { acceptInvitation, invite } from '#domain/guardians/invitations.ts'
import { importer } from '#domain/imports/testing/import-file.ts'
import { openTicket } from '#domain/next-visits/open-ticket.ts'
import { notifyFamily } from '#domain/notifications/notify-family.ts'
import { issueReceipt } from '#domain/receipts/issue-receipt.ts'
import { addChildOf, BY_ADMIN, booked, MOMENT } from '#domain/testing/booking.ts'
import { findNextVisitErrors } from '#drizzle/checks/next-visits.ts'
import { findSearchErrors } from '#drizzle/checks/search.ts'
import type { Transaction } from '#drizzle/client.ts'
import { insertMessage } from '#drizzle/queries/front-desk/contact-messages.ts'
import { correctChild } from '#drizzle/queries/guardians/children.ts'
import { continueSession } from '#drizzle/queries/identity/sessions.ts'
import { findUser, insertUser, updateUser } from '#drizzle/queries/identity/users.ts'
import { recordIdentityChanges } from '#drizzle/queries/identity-changes.ts'
import { putPlanRow } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { insertAttempt } from '#drizzle/queries/next-visits/due-calls.ts'
import { putDueItem } from '#drizzle/queries/next-visits/due-items.ts'
import { insertStop } from '#drizzle/queries/next-visits/recall-records.ts'
import { insertTicket } from '#drizzle/queries/next-visits/tickets.ts'
import { insertCard, insertConsent, insertCustomer } from '#drizzle/queries/payments/cards.ts'
import { listPayments } from '#drizzle/queries/payments/payment-list.ts'
import {
  findPaidItem,
  markSucceeded,
  payAppointment,
  recordPayment,
} from '#drizzle/queries/payments/payments.ts'
import { insertRefund } from '#drizzle/queries/payments/refunds.ts'
import * as schema from '#drizzle/schema/index.ts'
import {
  appointments,
  children,
  contactAttempts,
  deskFamilies,
  dueItems,
  guardianInvitations,
  notifications,
  payments,
  stoppedRecalls,
  tickets,
  treatments,
  users,
  waitlistEntries,
} from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { wait, waitingClinic } from '../waitlist/testing/waiting-clinic.ts'
import { removeAccount } from './remove-account.ts'

// What remains of a removed account: docs/requirements.md#removing-a-user.

/** Tables that keep data of a removed account, with the reason. */
const STAYS: Readonly<Record<string, string>> = {
  appointment_notes: 'the clinic’s record of the appointment',
  appointments: 'the clinic’s record of who came, when and how to reach them',
  card_consents: 'a record of what the user has agreed to, and when',
  card_customers: 'Stripe’s id, until a worker has deleted the customer there',
  child_alerts: 'the clinic’s record of a child who had appointments',
  children: 'the clinic’s record of a child who had appointments',
  contact_attempts: 'the clinic’s record of a child who had appointments',
  former_people: 'the audit log names who did what',
  guardian_invitations:
    'another guardian sees which addresses they have invited, until they revoke it',
  identity_changes: 'the clinic’s record of a child who had appointments',
  kept_cards: 'what a worker has Stripe detach; without the fingerprint',
  notifications:
    'the address of the email about the cancellation until it is sent, and of others’ open invitations',
  receipts: 'a financial record, as issued',
  refunds: 'a financial record, with the reason given by staff',
  search_payments: 'staff find payments by the name on the appointment; not by an email',
  search_payments_index: 'staff find payments by the name on the appointment; not by an email',
  search_people: 'admins find the removed user in the audit log by name',
  search_people_index: 'admins find the removed user in the audit log by name',
  tickets: 'the clinic’s record of a child who had appointments',
}

/** Tables from which the account's rows are deleted. */
const GOES = [
  'contact_messages',
  'desk_families',
  'import_refs',
  'import_rows',
  'second_guardians',
  'sessions',
  'users',
  'waitlist_entries',
]

/** A unique word for each field, in the form in which search finds it. */
const WORDS = {
  name: 'qzname',
  email: 'qzmail',
  photo: 'qzphoto',
  providerPhoto: 'qzprovider',
  phone: '5550198273',
  address: 'qzaddress',
  device: 'qzdevice',
  child: 'qzchild',
  formerChild: 'qzformer',
  baby: 'qzbaby',
  alert: 'qzalert',
  note: 'qznote',
  override: 'qzoverride',
  urgent: 'qzurgent',
  refund: 'qzrefund',
  invited: 'qzinvited',
  deskName: 'qzdesk',
  deskEmail: 'qzbounced',
  message: 'qzmessage',
  customer: 'qzcustomer',
  fingerprint: 'qzfingerprint',
  consent: 'qzconsent',
  ticket: 'qzticket',
  call: 'qzcall',
  household: 'qzhousehold',
  imported: 'qzimported',
  second: 'qzsecond',
} as const

const UID = 'removed'
const EMAIL = `${WORDS.email}@example.com`
const CONTACT = { phone: WORDS.phone, address: WORDS.address }
const DESK = { actor: 'desk', now: NOW, moment: MOMENT }

function userOf(db: Transaction, uid: string) {
  const user = findUser(db, uid)
  if (!user) throw new Error(`There is no user ${uid}.`)
  return user
}

function pay(db: Transaction, appointmentId: string) {
  const paymentId = `pi_${appointmentId}`
  const items = [{ appointmentId, amountCents: 110_00 }]
  recordPayment(db, { id: paymentId, payerUid: UID, currency: 'usd', items }, NOW)
  markSucceeded(db, paymentId, NOW)
  payAppointment(db, { appointmentId, paymentId }, NOW)
  issueReceipt(db, paymentId, NOW)
}

function addUser(db: Transaction) {
  insertUser(db, { uid: UID, name: WORDS.name, email: EMAIL, emailVerified: true, createdAt: NOW })
  const photos = {
    photo: `https://photos.example/${WORDS.photo}`,
    providerPhoto: `https://photos.example/${WORDS.providerPhoto}`,
  }
  updateUser(db, UID, photos)
  db.update(users)
    .set({ bouncedEmail: EMAIL, bouncedAt: NOW, ...CONTACT })
    .run()
  db.update(users).set({ bouncedEmail: null, bouncedAt: null }).run()
  const session = { uid: UID, authTime: new Date(0), previous: undefined, device: WORDS.device }
  continueSession(db, session, NOW)
}

/** A child with appointments, alerts and a corrected name, and one without. */
function addChildren(db: Transaction): string {
  const child = addChildOf(db, UID, WORDS.formerChild)
  const corrected = { field: 'name', oldValue: WORDS.formerChild, newValue: WORDS.child } as const
  correctChild(db, child, { name: WORDS.child }, BY_ADMIN)
  recordIdentityChanges(db, { childId: child }, [corrected], {
    corrected: 0,
    kept: 0,
    changedBy: 'desk',
    changedAt: NOW,
  })
  const baby = addChildOf(db, UID, WORDS.baby)
  for (const childId of [child, baby]) {
    addAlert(db, { childId, kind: 'other', text: WORDS.alert }, DESK)
  }
  return child
}

/** One is paid and partly refunded, one is canceled by the removal. */
function addAppointments(db: Transaction, child: string) {
  const paid = booked(db, { uid: UID, child, ...CONTACT })
  pay(db, paid.id)
  const noted = { id: paid.id, note: WORDS.note, version: 0, actor: 'desk' }
  changeNote(db, noted, NOW)
  db.update(appointments).set({ overrideReason: WORDS.override }).run()
  insertRefund(db, {
    id: 'refund',
    itemId: findPaidItem(db, paid.id)?.id ?? '',
    amountCents: 100,
    reason: 'staff',
    note: WORDS.refund,
    createdAt: NOW,
  })
  const ticket = { appointmentId: paid.id, around: '2027-04-13', note: WORDS.ticket }
  expect(openTicket(db, ticket, DESK).outcome).toBe('opened')
  db.insert(contactAttempts)
    .values({
      ...{ id: 'call', childId: child, outcome: 'message', note: WORDS.call },
      ...{ madeBy: 'desk', madeAt: NOW },
    })
    .run()
  const open = booked(db, { uid: UID, date: '2027-03-04', ...CONTACT })
  notifyFamily(db, open.id, { kind: 'booked', data: {} }, NOW)
}

/** The user keeps the card that has paid. */
function addCard(db: Transaction) {
  const [{ id: paymentId } = { id: '' }] = allOf(db, payments)
  const of = { userUid: UID, paymentMethodId: 'pm' }
  insertCustomer(db, { id: WORDS.customer, userUid: UID, createdAt: NOW })
  insertConsent(db, { ...of, paymentId, text: WORDS.consent, createdAt: NOW })
  insertCard(db, {
    ...of,
    customerId: WORDS.customer,
    fingerprint: WORDS.fingerprint,
    brand: 'visa',
    last4: '4242',
    expiryMonth: 12,
    expiryYear: 2034,
    keptAt: NOW,
    usedAt: NOW,
  })
}

/** Guardians who have invited the user, and a guardian invited by the user. */
function addInvitations(db: Transaction, child: string) {
  const rights = { mayBook: true, mayPay: true, receivesEmail: true }
  for (const uid of ['accepted', 'pending']) {
    addPatient(db, uid)
    const wanted = { children: [addChildOf(db, uid, uid)], email: EMAIL, ...rights }
    const sent = invite(db, wanted, { user: userOf(db, uid), now: NOW, ...MOMENT })
    if (sent.outcome !== 'invited') throw new Error(sent.outcome)
    if (uid === 'pending') continue
    const accepting = { user: userOf(db, UID), now: NOW, ...MOMENT }
    acceptInvitation(db, { id: sent.invitation.id, merges: [] }, accepting)
  }
  const email = `${WORDS.invited}@example.com`
  const own = { children: [child], email, ...rights }
  invite(db, own, { user: userOf(db, UID), now: NOW, ...MOMENT })
}

/** An imported family without an account that the account has confirmed as its own. */
async function addDeskFamily(db: Transaction) {
  const flow = importer(db, () => NOW)
  const file = await flow.load(
    'families',
    `Household,Child,DOB,Parent,Phone,Email,Parent 2
${WORDS.household},${WORDS.imported},2021-06-05,${WORDS.deskName},${WORDS.phone},${EMAIL},${WORDS.second}
`,
  )
  await flow.check(file)
  await flow.map(file, {}, [{ row: 1, decision: 'different' }])
  await flow.check(file)
  await flow.run(file)
  expect(flow.sentences(file)).toEqual(['added'])
  const id = allOf(db, deskFamilies)[0]?.id ?? ''
  proposeLink(db, { id, account: UID, appointments: [], children: [] }, DESK)
  const [proposed] = listProposals(db, userOf(db, UID))
  const linkId = proposed?.link.id ?? ''
  confirmLink(db, linkId, { user: userOf(db, UID), now: NOW, moment: MOMENT })
  db.update(deskFamilies)
    .set({ bouncedEmail: `${WORDS.deskEmail}@example.com`, bouncedAt: NOW })
    .run()
}

/** A clinic that has stored each word in every table in which the product stores it. */
async function clinicWithAccount(): Promise<Transaction> {
  const db = waitingClinic()
  addUser(db)
  const child = addChildren(db)
  addAppointments(db, child)
  addCard(db)
  addInvitations(db, child)
  await addDeskFamily(db)
  const message = { name: WORDS.name, email: EMAIL, phone: WORDS.phone, query: WORDS.message }
  insertMessage(db, { ...message, id: 'message', formKey: 'key', receivedAt: NOW })
  wait(db, UID, NOW, { treatment: 'Weight Loss', ...CONTACT })
  db.update(waitlistEntries).set({ rank: 1, urgentReason: WORDS.urgent }).run()
  return db
}

/** The words that each table and search index contains. */
function wordsByTable({ $client }: Transaction): Record<string, string[]> {
  const tables = Object.values(schema).filter((value) => value instanceof SQLiteTable)
  const texts = tables.map((table): [string, string] => {
    const { name } = getTableConfig(table)
    const rows = $client.prepare(`SELECT * FROM ${name}`).safeIntegers().raw().all()
    return [name, rows.flat().join('\n').toLowerCase()]
  })
  const stored = texts.map(([name, text]): [string, string[]] => [
    name,
    Object.values(WORDS).filter((word) => text.includes(word)),
  ])
  const indexed = ['search_people_index', 'search_payments_index'].map(
    (name): [string, string[]] => {
      const find = $client.prepare(`SELECT 1 FROM ${name} WHERE ${name} MATCH ?`)
      return [name, Object.values(WORDS).filter((word) => find.get(`"${word}"`))]
    },
  )
  return Object.fromEntries([...stored, ...indexed].filter(([, words]) => words.length > 0))
}

function removed(db: Transaction): void {
  const removal = { email: EMAIL, ...BY_ADMIN }
  expect(removeAccount(db, removal)).toBe('removed')
}

it('knows every table that contains words of an account', async () => {
  const before = wordsByTable(await clinicWithAccount())
  expect(Object.keys(before).sort()).toEqual(
    [...GOES, ...Object.keys(STAYS).filter((name) => name !== 'former_people')].sort(),
  )
  expect(new Set(Object.values(before).flat())).toEqual(new Set(Object.values(WORDS)))
})

it('keeps words of a removed account only for a stated reason', async () => {
  const db = await clinicWithAccount()
  removed(db)
  expect(Object.keys(wordsByTable(db)).sort()).toEqual(Object.keys(STAYS).sort())
  expect(findSearchErrors(db)).toEqual([])
})

it('keeps no photo, no device, no fingerprint of a card, no email outside of records, and no child without appointments', async () => {
  const db = await clinicWithAccount()
  removed(db)
  const { name, child, email, phone } = WORDS
  const after = wordsByTable(db)
  expect(after).toMatchObject({
    former_people: [name, WORDS.deskName],
    guardian_invitations: [email],
    notifications: [email],
    search_people: [name, WORDS.deskName],
    search_payments: [name, child],
    search_payments_index: [name, child],
    children: [child],
  })
  const { photo, providerPhoto, device, baby, urgent, invited, deskEmail, message, fingerprint } =
    WORDS
  const { household, imported, second } = WORDS
  const gone = [
    photo,
    providerPhoto,
    device,
    baby,
    urgent,
    invited,
    deskEmail,
    message,
    fingerprint,
    household,
    imported,
    second,
  ]
  const left = new Set<string>(Object.values(after).flat())
  expect(gone.filter((word) => left.has(word))).toEqual([])
  expect(after.appointments).toContain(phone)
})

it('keeps check-ups of a child with appointments without asking for them, and no stopped emails', async () => {
  const db = await clinicWithAccount()
  const of = (name: string) => allOf(db, children).find((child) => child.name === name)?.id ?? ''
  const [child, baby] = [of(WORDS.child), of(WORDS.baby)]
  const treatmentId = allOf(db, treatments).find(({ name }) => name === 'Weight Loss')?.id ?? ''
  putPlanRow(db, { id: 'row', treatmentId, ageMonths: 72, fromDays: 0, toDays: 360, version: 1 })
  const days = { fromDate: MOMENT.today, dueDate: MOMENT.today, toDate: '2027-05-31' }
  for (const childId of [child, baby]) {
    const ticketId = `ticket of ${childId}`
    const asked = { childId, treatmentId, origin: 'plan', openedAt: NOW } as const
    insertTicket(db, { id: ticketId, ...asked, ...days })
    putDueItem(db, { childId, rowId: 'row', ticketId, toDate: days.toDate, changedAt: NOW })
    const made = { outcome: 'message', note: '', madeBy: 'desk', madeAt: NOW } as const
    insertAttempt(db, { id: `call ${childId}`, childId, ticketId, ...made })
    insertStop(db, { id: childId, childId, uid: UID, deskFamilyId: null, stoppedAt: NOW })
  }
  removed(db)
  expect(allOf(db, dueItems).map(({ childId }) => childId)).toEqual([child])
  const ofChild = { childId: child, state: 'withdrawn' }
  expect(allOf(db, tickets)).toMatchObject([ofChild, ofChild])
  const calls = allOf(db, contactAttempts).map(({ childId }) => childId)
  expect(calls).toEqual([child, child])
  expect(allOf(db, stoppedRecalls)).toEqual([])
  expect(findNextVisitErrors(db)).toEqual([])
})

it('finds payments by email until the account is removed, and by name afterwards', async () => {
  const db = await clinicWithAccount()
  const find = (search: string) => listPayments(db, { search, limit: 9 })
  expect(find(EMAIL)).toHaveLength(1)
  removed(db)
  expect(find(EMAIL)).toEqual([])
  expect(find(WORDS.name)).toHaveLength(1)
})

it('deletes ended invitations to the address, and keeps open ones', async () => {
  const db = await clinicWithAccount()
  removed(db)
  expect(allOf(db, guardianInvitations).map(({ invitedBy }) => invitedBy)).toEqual(['pending'])
})

it('drops the email of an open invitation of the account', async () => {
  const db = await clinicWithAccount()
  removed(db)
  const sent = allOf(db, notifications).filter(({ kind }) => kind === 'guardian_invited')
  expect(sent.map(({ recipient, state }) => [recipient, state])).toEqual([
    [null, 'dropped'],
    [EMAIL, 'due'],
    [null, 'dropped'],
  ])
})

it('is done by the migration for accounts that were removed earlier', async () => {
  const db = await clinicWithAccount()
  const accepted = allOf(db, guardianInvitations).filter(({ acceptedAt }) => acceptedAt !== null)
  removed(db)
  // Rows as earlier versions left them.
  db.insert(guardianInvitations).values(accepted).run()
  db.update(notifications).set({ recipient: EMAIL }).run()
  db.$client.exec(`DROP TRIGGER search_bookers_updated;
    CREATE TEMP TABLE earlier AS SELECT id, payment_id, text || ' ${EMAIL}' AS text FROM search_payments;
    DELETE FROM search_payments;
    INSERT INTO search_payments SELECT * FROM earlier`)
  expect(listPayments(db, { search: EMAIL, limit: 9 })).toHaveLength(1)
  const file = new URL('../../drizzle/migrations/0071_forgotten_emails.sql', import.meta.url)
  db.$client.exec(readFileSync(file, 'utf8'))
  expect(listPayments(db, { search: EMAIL, limit: 9 })).toEqual([])
  expect(findSearchErrors(db)).toEqual([])
  expect(allOf(db, guardianInvitations).map(({ invitedBy }) => invitedBy)).toEqual(['pending'])
  const sent = allOf(db, notifications).filter(({ kind }) => kind === 'guardian_invited')
  expect(sent.map(({ recipient }) => recipient)).toEqual([null, EMAIL, null])
})

it('the requirements say what stays, by table', () => {
  const file = new URL('../../docs/requirements.md', import.meta.url)
  const [, section = ''] = readFileSync(file, 'utf8').split('### Removing a user\n')
  const [rules = ''] = section.split('\n### ')
  const rows = [...rules.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, table, why]) => [
    table,
    why,
  ])
  expect(rows).toEqual(Object.entries(STAYS))
})
