import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { deskFamilies, paymentItems, payments } from '#drizzle/schema/index.ts'

// The only place that decides who paid: the account that paid, or the account linked to the family without
// one that paid at the desk.

const linkedAccount = sql`(select ${deskFamilies.linkedUid} from ${deskFamilies}
  where ${deskFamilies.id} = ${payments.payerDeskFamilyId})`

/** Whether that user made a payment. Two index searches, because `coalesce` would use none. */
export function isPaidBy(uid: unknown): SQL {
  const families = sql`(select ${deskFamilies.id} from ${deskFamilies} where ${deskFamilies.linkedUid} = ${uid})`
  return sql`(${payments.payerUid} = ${uid} or ${payments.payerDeskFamilyId} in ${families})`
}

/** Uid of a payment's payer as a column. */
export const payerUid = sql<string | null>`coalesce(${payments.payerUid}, ${linkedAccount})`

const statements = prepareOnce((db: Database) => ({
  payer: db
    .select({ uid: payerUid })
    .from(payments)
    .where(eq(payments.id, sql.placeholder('id'))),
  paidFor: db
    .select({ id: payments.id })
    .from(paymentItems)
    .innerJoin(payments, eq(payments.id, paymentItems.paymentId))
    .where(
      and(
        eq(paymentItems.appointmentId, sql.placeholder('appointmentId')),
        eq(payments.state, 'succeeded'),
        isPaidBy(sql.placeholder('uid')),
      ),
    )
    .limit(1),
}))

/** Uid of the payer; null without an account, and once it is removed. */
export function payerOf(db: Database, paymentId: string): string | null {
  return statements(db).payer.get({ id: paymentId })?.uid ?? null
}

/** Whether that user paid for an appointment, even if the payment was refunded. */
export function hasPaidFor(
  db: Database,
  { appointmentId, uid }: { appointmentId: string; uid: string },
): boolean {
  return statements(db).paidFor.get({ appointmentId, uid }) !== undefined
}
