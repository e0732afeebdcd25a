import { expect, type Page } from '@playwright/test'
import type { Appointment } from '#contract/booking/appointments.ts'
import { impact } from '#contract/schedule/schedule.ts'
import type { ApplyAnswer } from '#machines/closure/closure-machine.ts'
import { closureDriver } from '#machines/testing/closure/closure-driver.ts'
import {
  type ClosureCase,
  christmasEve,
  closureWalks,
} from '#machines/testing/closure/closure-walks.ts'
import { OFFLINE } from '#machines/testing/offline.ts'
import type { Server } from '#machines/testing/tours.ts'
import { openNetwork } from '../intercept.ts'
import { bookAs, callAs, type Member, register, sessionOf } from '../member.ts'
import { appointmentRow, changeAppointment, closeDay, eventsOf, makeAdmin } from '../records.ts'
import { openWith, pageScreen, takeInBrowser } from '../screen.ts'
import { test } from '../test.ts'
import { DAYS, workingDay } from '../visitor.ts'

/** The site's server; before it answers, the test changes its database as the walk requires. */
async function siteServer(
  page: Page,
  day: string,
  booked: readonly Appointment[],
): Promise<Server> {
  const stop = await openNetwork(page)
  const calls = {
    previewChange: stop('POST', '/schedule/closures/preview'),
    applyChange: stop('POST', '/schedule/closures'),
  }
  const callOf = (id: string) => calls[id as keyof typeof calls].take()
  const setStatus = (status: 'booked' | 'cancelled', of: readonly Appointment[]) => {
    for (const { _id } of of) changeAppointment(_id, { status, version: 0 })
  }

  return {
    async succeed(id, output) {
      const kind = id === 'applyChange' ? (output as ApplyAnswer).kind : 'previewed'
      const answered = await callOf(id)
      if (kind === 'previewed') {
        closeDay(day, null)
        setStatus('booked', booked)
      }
      if (kind === 'refused') closeDay(day, 'Training')
      if (kind === 'outdated') setStatus('cancelled', booked.slice(0, 1))
      await answered.proceed()
    },
    fail: async (id) => (await callOf(id)).answer(403, OFFLINE),
  }
}

/** Two appointments of a family on that day, and the preview of closing it. */
async function bookDay(admin: Member, day: string) {
  const parent = await register('Wanda Walker')
  const booked = [
    await bookAs(parent, {
      day,
      treatment: 'Allergy Testing',
      slot: '09:00 AM - 09:30 AM',
      price: 110,
    }),
    await bookAs(parent, { day, treatment: 'Weight Loss', slot: '10:00 AM - 10:30 AM', price: 80 }),
  ]
  const closure = { ...christmasEve.draft.closure, fromDate: day, toDate: day }
  const all = impact.parse(await callAs(admin, 'POST', '/schedule/closures/preview', closure))
  const less = { ...all, total: 1, appointments: all.appointments.slice(1) }
  const of: ClosureCase = { draft: { kind: 'closure', closure }, impact: all, lessImpact: less }
  return { booked, of }
}

test.describe.configure({ mode: 'parallel' })

test.describe('the whole site follows the closure machine', () => {
  for (const [index, { name }] of closureWalks(undefined, { each: 'state' }).entries()) {
    test(name, async ({ page }) => {
      const admin = await register('Adele Admin')
      makeAdmin(admin.uid)
      const day = workingDay(DAYS.closure + index)
      const { booked, of } = await bookDay(admin, day)
      const walk = closureWalks(of, { each: 'state' })[index]
      if (!walk) throw new Error(`There is no ${name}`)

      const server = await siteServer(page, day, booked)
      await openWith(page, sessionOf(admin), '/dashboard/schedule/closures')
      await takeInBrowser(walk, closureDriver(pageScreen(page), server))
      for (const { _id } of booked) {
        expect(eventsOf(_id)[0]).toBe('appointment.booked')
        expect(appointmentRow(_id)).toMatchObject({ date: day, paid: false })
      }
    })
  }
})
