import { expect, it, vi } from 'vitest'
import { cancelByClinic } from '#domain/booking/cancel-appointment.ts'
import { BY_ADMIN, booked } from '#domain/testing/booking.ts'
import { openOffers, wait, waitingClinic } from '#domain/waitlist/testing/waiting-clinic.ts'
import { listFailedDeliveries } from '#drizzle/queries/deliveries.ts'
import { freedTimes } from '#drizzle/schema/index.ts'
import { allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { startEmbeddedRunner } from '../queue/embedded-runner.ts'
import { defaultSettings } from '../queue/settings.ts'
import { waitlistHandlers } from './waitlist.ts'

it('makes a time public that could not be offered three times, as a failed delivery', async () => {
  const db = waitingClinic()
  const row = booked(db, { date: '2027-03-05' })
  wait(db, 'bea', NOW)
  cancelByClinic(db, row, BY_ADMIN)
  db.$client.exec(`create temp trigger broken before insert on main.offers
    begin select raise(abort, 'broken'); end`)
  vi.setSystemTime(NOW)
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const registry = { handlers: waitlistHandlers(), periodicJobs: [] }
  const settings = { ...defaultSettings, firstDelayMs: 0, pollMs: 5 }
  db.$client.exec('update event_deliveries set due_at = 0')
  // The runner has the waiting list's handlers only.
  db.$client.exec("delete from event_deliveries where handler not glob 'waitlist.*'")
  const runner = startEmbeddedRunner({ db, registry, log, settings })
  const states = () => allOf(db, freedTimes).map(({ state }) => state)
  await expect.poll(states, { timeout: 20_000 }).toEqual(['public'])
  expect(listFailedDeliveries(db)).toMatchObject([
    { handler: 'waitlist.offer', attempts: 3, lastError: 'broken' },
  ])
  await runner.close()
  vi.useRealTimers()
  expect(log.error).toHaveBeenCalledOnce()
  expect(openOffers(db)).toEqual([])
})
