import { expect, type Page } from '@playwright/test'
import type { ChangeOptions } from '#contract/booking/appointment-changes.ts'
import { formatSlot } from '#contract/booking/slots.ts'
import { dayAfter, formatWireDate, type IsoDate, weekdayOf } from '#contract/dates.ts'
import type { ChangeAnswer, ChangeContext } from '#machines/reschedule/reschedule-machine.ts'
import { OFFLINE } from '#machines/testing/offline.ts'
import { rescheduleDriver } from '#machines/testing/reschedule/reschedule-driver.ts'
import {
  type ChangeFixture,
  changeFixture,
  rescheduleWalks,
} from '#machines/testing/reschedule/reschedule-walks.ts'
import type { Moment, Server } from '#machines/testing/tours.ts'
import { openNetwork } from '../intercept.ts'
import { bookAs, callAs, type Member, register, sessionOf } from '../member.ts'
import { appointmentRow, changeAppointment } from '../records.ts'
import { openWith, pageScreen, takeInBrowser } from '../screen.ts'
import { test } from '../test.ts'
import { DAYS, workingDay } from '../visitor.ts'

const BOOKED_ON = workingDay(DAYS.change)

/** The site's server handles cancellation. The test answers the rest, such as a change by another tab. */
async function siteServer(page: Page, id: string): Promise<Server> {
  const stop = await openNetwork(page)
  const options = stop('GET', `/appointments/${id}/options`)
  const day = stop('GET', '/available/to-move')
  const calls = {
    loadOptions: options,
    quoteRefund: options,
    loadDay: day,
    refreshDay: day,
    cancelAppointment: stop('POST', `/appointments/${id}/cancel`),
    moveAppointment: stop('POST', `/appointments/${id}/move`),
  }
  const take = (name: string, { context }: Moment<unknown>) => {
    const { date } = context as ChangeContext
    const call = calls[name as keyof typeof calls]
    // A request for another day may still be paused.
    if (call === day)
      return day.take((url) => url.searchParams.get('date') === formatWireDate(date ?? ''))
    return call.take()
  }

  return {
    async succeed(name, output, moment) {
      const asked = await take(name, moment)
      if (name === 'loadDay' || name === 'refreshDay') return asked.answer(200, [output])
      if (output === null) return asked.answer(404, { code: 'not_found', message: 'Not found.' })
      if (name === 'loadOptions' || name === 'quoteRefund') {
        return asked.answer(200, output as ChangeOptions)
      }
      const { kind, ...answer } = output as ChangeAnswer
      if (kind === 'refused') return asked.answer(409, answer)
      return name === 'cancelAppointment' ? asked.proceed() : asked.answer(200, answer)
    },
    fail: async (name, _error, moment) => (await take(name, moment)).answer(403, OFFLINE),
    // A day that is still loading is not requested again.
    abandon: async (name) => (name === 'quoteRefund' ? options.take() : undefined),
  }
}

/** A Saturday without bookable times, and two later days that are visible in the same month. */
function quietDays(): readonly [saturday: IsoDate, IsoDate, IsoDate] {
  const days = Array.from({ length: 60 }, (_, offset) => dayAfter(BOOKED_ON, offset))
  const saturday = days.find(
    (day) => weekdayOf(day) === 6 && dayAfter(day, 2).slice(0, 7) === dayAfter(day, 3).slice(0, 7),
  )
  if (!saturday) throw new Error('No Saturday has two days of one month after it')
  return [saturday, dayAfter(saturday, 2), dayAfter(saturday, 3)]
}

/** Books an appointment for the parent, and reads which changes are possible. */
async function bookFor(parent: Member, startMinute: number): Promise<ChangeFixture> {
  const treatment = 'Weight Loss'
  const slot = formatSlot({ startMinute, lengthMinutes: 30 })
  const { _id } = await bookAs(parent, { day: BOOKED_ON, treatment, slot, price: 80 })
  const [date, ...days] = quietDays()
  changeAppointment(_id, { date })
  const options = await callAs<ChangeOptions>(parent, 'GET', `/appointments/${_id}/options`)
  const { treatmentId, price = 0 } = options
  const offered = { ...changeFixture.treatment, _id: treatmentId, name: treatment, price }
  return { options, days, treatment: offered }
}

/** For unpaid appointments, the page shows the possible changes on request. */
async function unfold(page: Page): Promise<void> {
  const fold = page.getByRole('group').filter({ has: page.getByText('Move or cancel') })
  const isOpen = await fold.evaluate((details: HTMLDetailsElement) => details.open)
  if (!isOpen) await page.getByText('Move or cancel').click()
}

test.describe.configure({ mode: 'parallel' })

test.describe('the appointment page follows the change machine', () => {
  for (const [index, { name }] of rescheduleWalks(changeFixture, {
    each: 'state',
  }).entries()) {
    test(name, async ({ page }) => {
      const parent = await register('Wanda Walker')
      const fixture = await bookFor(parent, 9 * 60 + 30 * index)
      const walk = rescheduleWalks(fixture, { each: 'state' })[index]
      if (!walk) throw new Error(`There is no ${name}`)

      const id = fixture.options._id
      const server = await siteServer(page, id)
      await openWith(page, sessionOf(parent), `/dashboard/appointment/${id}`)
      const driver = rescheduleDriver(pageScreen(page), server, fixture, () => unfold(page))
      await takeInBrowser(walk, driver)
      const isCancelled = walk.steps.some(({ state }) => state.matches({ done: 'cancelled' }))
      expect(appointmentRow(id)?.status).toBe(isCancelled ? 'cancelled' : 'booked')
    })
  }
})
