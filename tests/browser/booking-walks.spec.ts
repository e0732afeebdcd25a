import { expect, type Page, test } from '@playwright/test'
import { formatWireDate } from '../../contract/dates.ts'
import type { Treatment } from '../../contract/treatments.ts'
import { type BookingServer, bookingDriver } from '../../machines/booking/booking-driver.ts'
import type { BookingContext, BookingResult } from '../../machines/booking/booking-machine.ts'
import {
  type BookingFixture,
  bookingWalks,
  FORM,
  firstChoices,
  MORNING,
  NEW_PRICE,
  NOON,
} from '../../machines/booking/booking-walks.ts'
import { writeChoices } from '../../web/features/booking/choices-address.ts'
import { openNetwork } from './intercept.ts'
import { type Member, register, sessionOf } from './member.ts'
import { addTreatment, appointmentsOf, changePrice, eventsOf, takeSlot, vacate } from './records.ts'
import { openWith, pageScreen, takeInBrowser } from './screen.ts'
import { changeAddress, followLink, workingDay } from './visitor.ts'

/** The first of the days that no other test books on. */
const FIRST_DAY = 40
const OFFLINE = { code: 'offline', message: 'The clinic is offline' }

type Network = Awaited<ReturnType<typeof openNetwork>>

/** The site's own server: before it answers, its database is brought to what the walk says. */
function siteServer(
  page: Page,
  stop: Network,
  treatment: Treatment,
  parent: Member,
): BookingServer {
  const lists = stop('GET', '/available')
  const bookings = stop('POST', '/appointments')

  function arrangeList(day: string, [offered = treatment]: Treatment[]) {
    vacate(day)
    changePrice(treatment, offered.price)
    for (const slot of treatment.slots) {
      if (!offered.slots.includes(slot)) takeSlot(treatment, day, slot)
    }
  }

  function arrangeBooking(day: string, result: BookingResult) {
    vacate(day)
    if (result.success) return
    if (result.code === 'already_booked') takeSlot(treatment, day, NOON, parent.uid)
    else if (result.code === 'slot_taken') takeSlot(treatment, day, MORNING)
    else changePrice(treatment, NEW_PRICE)
  }

  const take = (id: string, date: string) =>
    id === 'createAppointment'
      ? bookings.take()
      : lists.take((url) => url.searchParams.get('date') === formatWireDate(date))

  return {
    async succeed(id, output, { context }) {
      const { date } = context as BookingContext
      const call = await take(id, date)
      if (id === 'createAppointment') arrangeBooking(date, output as BookingResult)
      else arrangeList(date, output as Treatment[])
      await call.proceed()
    },
    async fail(id, _error, { context }) {
      const call = await take(id, (context as BookingContext).date)
      await call.answer(403, OFFLINE)
    },
    visit: (choices) => changeAddress(page, `/appointment?${writeChoices(choices)}`),
    wait: () => Promise.reject(new Error('The booking machine has no delays')),
  }
}

test.describe.configure({ mode: 'parallel' })

test.describe('the whole site follows the booking machine', () => {
  for (const [index, { name }] of bookingWalks(undefined, { each: 'definition' }).entries()) {
    test(name, async ({ page }) => {
      const parent = await register('Wanda Walker')
      const days = [
        workingDay(FIRST_DAY + 2 * index),
        workingDay(FIRST_DAY + 2 * index + 1),
      ] as const
      const fixture: BookingFixture = { patient: parent, days, treatment: addTreatment(index) }
      const walk = bookingWalks(fixture, { each: 'definition' })[index]
      if (!walk) throw new Error(`There is no ${name}`)

      const server = siteServer(page, await openNetwork(page), fixture.treatment, parent)
      await openWith(page, sessionOf(parent), '/robots.txt')
      await followLink(page, `/appointment?${writeChoices(firstChoices(fixture))}`)
      const { see, ...driver } = bookingDriver(pageScreen(page), server, fixture)
      await takeInBrowser(walk, {
        ...driver,
        see: {
          ...see,
          async booked(context: BookingContext) {
            await see.booked(context)
            expectRecords(context, fixture, parent)
          },
        },
      })
      const booked = walk.steps.filter(({ after }) => after.matches('booked'))
      const events = appointmentsOf(parent.uid).flatMap(({ id }) => eventsOf(id))
      expect(events).toEqual(booked.map(() => 'appointment.booked'))
    })
  }
})

/** The slot is the parent's, once, at the price that the screen has shown. */
function expectRecords(
  { date, booking }: BookingContext,
  { treatment }: BookingFixture,
  parent: Member,
) {
  const own = appointmentsOf(parent.uid).filter(
    (each) => each.status === 'booked' && each.date === date,
  )
  expect(own).toMatchObject([
    {
      treatmentId: treatment._id,
      date,
      startMinute: 9 * 60,
      priceCents: 100 * (booking?.price ?? 0),
      paid: false,
      ...FORM,
    },
  ])
}
