import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Database } from '../client.ts'
import { appointments } from '../schema/index.ts'
import { addAppointment, NOW, seededDatabase } from '../testing/seeded-database.ts'
import { movePayment, payAppointment, recordPayment } from './payments.ts'

function addIntent(db: Database, appointmentId: string, intentId: string) {
  recordPayment(db, { intentId, appointmentId, amountCents: 110_00, currency: 'usd' }, NOW)
}

it('pays an appointment once, and a cancelled one never', () => {
  const db = seededDatabase()
  const appointmentId = addAppointment(db)
  const pay = (intentId: string) => payAppointment(db, { appointmentId, intentId }, NOW)
  const isThat = eq(appointments.id, appointmentId)
  const read = () => db.select().from(appointments).where(isThat).get()

  db.update(appointments).set({ status: 'cancelled' }).where(isThat).run()
  expect(pay('pi_1')).toBe(false)
  expect(read()).toMatchObject({ paid: false, transactionId: null })

  db.update(appointments).set({ status: 'booked' }).where(isThat).run()
  expect([pay('pi_1'), pay('pi_2')]).toEqual([true, false])
  expect(read()).toMatchObject({ paid: true, transactionId: 'pi_1', paidAt: NOW })
})

it('lets no second intent pay the same appointment', () => {
  const db = seededDatabase()
  const appointmentId = addAppointment(db)
  for (const intentId of ['pi_1', 'pi_2']) addIntent(db, appointmentId, intentId)
  expect(movePayment(db, 'pi_1', ['open'], 'paid')).toBe(true)
  expect(movePayment(db, 'pi_1', ['open'], 'paid')).toBe(false)
  expect(() => movePayment(db, 'pi_2', ['open'], 'paid')).toThrow(/UNIQUE/)
})
