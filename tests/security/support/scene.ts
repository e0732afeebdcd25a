import { addDays } from 'date-fns/addDays'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { INVITATION_DAYS } from '#contract/guardians/guardians.ts'
import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import { receiveAtDesk } from '#domain/front-desk/cash-payments.ts'
import { revokeAdmin } from '#domain/identity/roles.ts'
import { importer } from '#domain/imports/testing/import-file.ts'
import { createRecallTokens } from '#domain/notifications/content/link-tokens.ts'
import { refundAppointment } from '#domain/payments/refunds/refund-payment.ts'
import { TEST_SECRET } from '#domain/testing/settings.ts'
import { insertInvitation } from '#drizzle/queries/guardians/invitations.ts'
import { changePlanState, putPlanRow } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { listTreatmentIds } from '#drizzle/queries/schedule/treatments.ts'
import { imports, users } from '#drizzle/schema/index.ts'
import { addChildren } from '#server/testing/blocks.ts'
import { forgeToken } from '#server/testing/forge-token.ts'
import { book, openIntent, payByCard } from '#server/testing/paying.ts'
import {
  MONDAY_MORNING,
  type Session,
  signIn,
  signInAdmin,
  type TestApp,
} from '#server/testing/test-app.ts'
import { buildWatchedApp } from '#server/testing/watched-app.ts'

/** Marks the data of a patient that no other user may see. */
export const BORIS = {
  email: 'boris.private@example.com',
  phone: '+1 999 555 0199',
  address: '99 Boris Lane, Elsewhere',
}
export const ANNA = 'anna@example.com'

export const ROLES = [
  'anonymous',
  'patient',
  'otherPatient',
  'admin',
  'expired',
  'removed',
  'demoted',
] as const
export type Role = (typeof ROLES)[number]

export type Scene = Awaited<ReturnType<typeof setScene>>

/**
 * Takes an appointment's price at the desk and decides to refund it.
 * @returns the refund's id
 */
function refundAtDesk(
  { db, now }: Pick<TestApp, 'db' | 'now'>,
  { appointmentId, actor }: { appointmentId: string; actor: string },
): string {
  receiveAtDesk(db, { id: appointmentId, version: 0, method: 'cash', actor }, now())
  return refundAppointment(db, { appointmentId, reason: 'staff', actor }, now())
}

/**
 * Invites that address as a guardian of another child.
 * @returns the invitation's id
 */
function inviteGuardian(
  api: TestApp,
  by: Session,
  { childNamed, email }: { childNamed: string; email: string },
): string {
  const rights = { mayBook: true, mayPay: true, receivesEmail: true }
  const times = { createdAt: api.now(), expiresAt: addDays(api.now(), INVITATION_DAYS) }
  const invitation = { id: uuidv7(), invitedBy: by.uid, email, ...rights, ...times }
  return insertInvitation(api.db, invitation, addChildren(api, by, [childNamed])).id
}

/** Books for a child at that time, and asks the family for its next visit. */
async function askForNextVisit(
  api: TestApp,
  { by, admin, ...visit }: { by: Session; admin: Session; child: string; slot: string },
) {
  const childsVisit = await book(api, by, { date: 'Mar 11, 2027', ...visit })
  const asked = { appointment: childsVisit, around: '2027-04-13' }
  const { _id: ticket } = (await admin.post('/tickets', asked)).json<NextVisit>()
  const tokens = createRecallTokens({ secret: TEST_SECRET, siteUrl: 'https://clinic.example' })
  const recallToken = tokens.issue({ family: by.uid, children: [visit.child] })
  return { childsVisit, ticket, recallToken }
}

/** An import of each state in which an admin can take a step. Nothing comes in by them. */
async function setImports({ db, now }: Pick<TestApp, 'db' | 'now'>) {
  const flow = importer(db, now)
  const load = () => flow.load('families', 'Child,DOB,Parent,Phone\nMia,soon,Paula,5035550142\n')
  const [mapping, checked, done] = [await load(), await load(), await load()]
  await flow.check(done)
  await flow.run(done)
  await flow.check(checked)
  db.update(imports).set({ version: 0 }).run()
  const { mapping: mapped, fingerprint } = flow.find(checked)
  return { ids: [mapping, checked, done], mapping: mapped, fingerprint }
}

/** A check-up plan that is on, in its first version. */
const PLAN_ROW = { id: uuidv7(), ageMonths: 72, fromDays: 0, toDays: 360, version: 0 }

function switchOnPlan(db: TestApp['db']): string {
  const [treatmentId = ''] = listTreatmentIds(db)
  putPlanRow(db, { ...PLAN_ROW, treatmentId })
  changePlanState(db, { isOn: true, hasNoPastVisits: true }, 0)
  return PLAN_ROW.id
}

/**
 * Counts the rows that are inserted, changed and deleted from now on, except for records of views. The
 * count is rolled back with the transaction that it counts.
 * @returns the number of rows so far
 */
function countChanges(client: TestApp['db']['$client']): () => number {
  client.exec('create temp table changes (rows integer); insert into changes values (0)')
  const tables = client
    .prepare<[], string>(
      "select name from pragma_table_list where type = 'table' and schema = 'main' and name not like 'sqlite_%'",
    )
    .pluck()
    .all()
  for (const table of tables) {
    for (const change of ['insert', 'update', 'delete']) {
      const isCounted =
        table === 'events' && change === 'insert' ? "new.kind <> 'user.viewed'" : '1'
      client.exec(
        `create temp trigger "${table} ${change}" after ${change} on main."${table}" when ${isCounted}
         begin update changes set rows = rows + 1; end`,
      )
    }
  }
  const rows = client.prepare<[], number>('select rows from changes').pluck()
  return () => rows.get() ?? 0
}

/**
 * The API with users of every role: Anna with an unpaid appointment, Boris with a paid one, an admin, and a
 * removed user and a demoted admin with their old tokens.
 */
export async function setScene() {
  const api = await buildWatchedApp()
  const anna = await signIn(api, ANNA)
  const boris = await signIn(api, BORIS.email)
  const admin = await signInAdmin(api)
  const removed = await signIn(api, 'removed@example.com')
  api.db.delete(users).where(eq(users.uid, removed.uid)).run()
  const demoted = await signInAdmin(api, 'demoted@example.com')
  revokeAdmin(api.db, { email: demoted.email, actor: null, now: MONDAY_MORNING })

  const annas = await book(api, anna)
  const children = { annas: addChildren(api, anna), boriss: addChildren(api, boris) }
  const invitations = {
    annas: inviteGuardian(api, boris, { childNamed: 'Rosa', email: ANNA }),
    boriss: inviteGuardian(api, anna, { childNamed: 'Hugo', email: BORIS.email }),
  }
  const { phone, address } = BORIS
  const boriss = await book(api, boris, { slot: '03:00 PM - 03:30 PM', phone, address })
  const intents = {
    annas: await openIntent({ ...api, session: anna, appointmentId: annas }),
    boriss: await payByCard({ ...api, session: boris, appointmentId: boriss }),
  }
  const cashRefund = refundAtDesk(api, {
    actor: admin.uid,
    appointmentId: await book(api, anna, { date: 'Mar 12, 2027' }),
  })
  const [annasChild = ''] = children.annas
  const [borissChild = ''] = children.boriss
  const nextVisits = {
    annas: await askForNextVisit(api, {
      ...{ by: anna, admin, child: annasChild },
      slot: '10:30 AM - 11:00 AM',
    }),
    boriss: await askForNextVisit(api, {
      ...{ by: boris, admin, child: borissChild },
      slot: '11:00 AM - 11:30 AM',
    }),
  }
  const importsOfScene = await setImports(api)
  const planRow = switchOnPlan(api.db)
  const notice = { version: 0, effectiveOn: '2019-01-05', text: 'Your rights' }
  expect((await admin.post('/legal/notice', notice)).statusCode).toBe(200)
  const past = Math.floor(Date.now() / 1000) - 1
  const headers: Record<Role, Record<string, string>> = {
    anonymous: {},
    patient: anna.headers,
    otherPatient: boris.headers,
    admin: admin.headers,
    expired: { authorization: `Bearer ${forgeToken(anna.uid, { claims: { exp: past } })}` },
    removed: removed.headers,
    demoted: demoted.headers,
  }
  return {
    ...api,
    headers,
    anna: {
      ...anna,
      appointment: annas,
      intent: intents.annas,
      children: children.annas,
      invitation: invitations.annas,
      ...nextVisits.annas,
    },
    boris: {
      ...boris,
      appointment: boriss,
      intent: intents.boriss,
      children: children.boriss,
      invitation: invitations.boriss,
      ...nextVisits.boriss,
    },
    admin,
    cashRefund,
    imports: importsOfScene,
    planRow,
    emails: {
      anonymous: ANNA,
      patient: ANNA,
      otherPatient: BORIS.email,
      admin: admin.email,
      expired: ANNA,
      removed: removed.email,
      demoted: demoted.email,
    } satisfies Record<Role, string>,
    idToken: api.identity.tokenFor({ email: ANNA }),
    changes: countChanges(api.db.$client),
  }
}
