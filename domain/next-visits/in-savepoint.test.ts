import { expect, it, onTestFinished } from 'vitest'
import { addChildOf, booked, MOMENT } from '#domain/testing/booking.ts'
import { readableLog } from '#domain/testing/readable-log.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { waitingClinic } from '../waitlist/testing/waiting-clinic.ts'
import { logFailedChanges } from './in-savepoint.ts'
import { openTicket } from './open-ticket.ts'

const AROUND = '2027-04-13'

/** A family that is asked for a visit in a clinic whose tickets cannot be changed. */
function clinicWithTicket(failing: 'ABORT' | 'ROLLBACK') {
  const db = waitingClinic()
  for (const uid of ['anna', 'desk']) addPatient(db, uid)
  const child = addChildOf(db, 'anna', 'Mia')
  const { id: appointmentId } = booked(db, { child })
  const ticket = { appointmentId, around: AROUND, note: 'Fasting' }
  expect(openTicket(db, ticket, { actor: 'desk', now: NOW, moment: MOMENT }).outcome).toBe('opened')
  db.$client.exec(`CREATE TRIGGER broken BEFORE UPDATE ON tickets
    BEGIN SELECT RAISE(${failing}, 'tickets are broken'); END`)
  const log = readableLog('warn')
  onTestFinished(logFailedChanges(log.logger))
  const book = () => writeTransaction(db, (tx: Transaction) => booked(tx, { child, date: AROUND }))
  return { db, log, book }
}

it('logs the error of a change that it undoes, without personal data', async () => {
  const { db, log, book } = clinicWithTicket('ABORT')
  const { id } = await book()
  expect(findAppointment(db, id)).toMatchObject({ status: 'booked', date: AROUND })
  expect(log.lines().map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 40,
      change: 'close ticket',
      appointmentId: id,
      err: { type: 'SqliteError', message: 'tickets are broken' },
      msg: 'a change of a next visit was undone',
    },
  ])
  expect(log.text()).not.toMatch(/anna|Mia|Fasting|555 0100|1 Main/)
})

it('fails the write when SQLite has rolled back its transaction', async () => {
  const { db, log, book } = clinicWithTicket('ROLLBACK')
  await expect(book()).rejects.toThrow('tickets are broken')
  expect(allOf(db, appointments)).toHaveLength(1)
  expect(log.lines()).toEqual([])
})
