import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '#drizzle/client.ts'
import { refunds } from '#drizzle/schema/index.ts'
import { addAppointment, NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { closePayment, findPayment, listItems, markSucceeded, recordPayment } from './payments.ts'
import { insertRefund, keptOf, moveRefund, readMoneyOf } from './refunds.ts'

function addIntent(db: Transaction, appointmentId: string, id: string) {
  const items = [{ appointmentId, amountCents: 110_00 }]
  recordPayment(db, { id, payerUid: 'anna', currency: 'usd', items }, NOW)
}

it('records an intent once, counts the attempts, and marks it succeeded once', () => {
  const db = seededDatabase()
  const appointmentId = addAppointment(db)
  for (const id of ['pi_1', 'pi_1', 'pi_2']) addIntent(db, appointmentId, id)
  expect(findPayment(db, 'pi_2')).toMatchObject({ attempt: 2 })
  expect(listItems(db, 'pi_1')).toMatchObject([{ appointmentId, amountCents: 110_00 }])
  expect([closePayment(db, 'pi_1'), closePayment(db, 'pi_1')]).toEqual([true, false])
  const succeed = () => markSucceeded(db, 'pi_1', NOW)
  expect([succeed(), succeed()]).toEqual([true, false])
  expect(closePayment(db, 'pi_1')).toBe(false)
})

describe('the database', () => {
  function paidItem() {
    const db = seededDatabase()
    const appointmentId = addAppointment(db)
    addIntent(db, appointmentId, 'pi_1')
    markSucceeded(db, 'pi_1', NOW)
    const [item] = listItems(db, 'pi_1')
    if (!item) throw new Error('The payment has no item.')
    const refund = (id: string, amountCents: number) =>
      insertRefund(db, { id, itemId: item.id, amountCents, reason: 'staff', createdAt: NOW })
    return { db, appointmentId, item, refund }
  }

  it('never refunds more than was paid, in whatever order the refunds come', () => {
    const { db, appointmentId, item, refund } = paidItem()
    refund('one', 60_00)
    expect(() => refund('two', 50_01)).toThrow('refund:exceeds_item')
    refund('two', 50_00)
    expect(keptOf(db, item)).toBe(0)
    expect(readMoneyOf(db, appointmentId)).toMatchObject({
      paidCents: 110_00,
      refundedCents: 110_00,
    })
    expect(() => refund('three', 1)).toThrow('refund:exceeds_item')
    const one = eq(refunds.id, 'one')
    expect(() => db.update(refunds).set({ amountCents: 60_01 }).where(one).run()).toThrow(
      /^refund:/,
    )
  })

  it('frees the money of a failed refund, which cannot succeed once that money is spent', () => {
    const { db, item, refund } = paidItem()
    refund('one', 110_00)
    moveRefund(db, { id: 'one' }, ['requested'], 'failed', NOW)
    expect(keptOf(db, item)).toBe(110_00)
    refund('two', 110_00)
    expect(() => moveRefund(db, { id: 'one' }, ['failed'], 'succeeded', NOW)).toThrow(
      'refund:exceeds_item',
    )
  })

  it('has one of Stripe’s refunds once per item', () => {
    const { db, item } = paidItem()
    const row = {
      itemId: item.id,
      amountCents: 10_00,
      reason: 'dashboard',
      createdAt: NOW,
    } as const
    insertRefund(db, { ...row, id: 'one', stripeId: 're_1' })
    expect(() => insertRefund(db, { ...row, id: 'two', stripeId: 're_1' })).toThrow(
      'refund:immutable',
    )
  })
})
