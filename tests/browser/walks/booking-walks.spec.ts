import { expect, type Page, type Request } from '@playwright/test'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { Block } from '#contract/booking/blocks.ts'
import { formatSlot } from '#contract/booking/slots.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import type { ChildList } from '#contract/guardians/children.ts'
import {
  type RefundTerms,
  type TermsChanged,
  termsChanged,
} from '#contract/payments/refund-bands.ts'
import type { SeriesDate } from '#contract/series/series.ts'
import type { BookingContext, BookingResult } from '#machines/booking/booking-context.ts'
import type { Choices, LoadedDay } from '#machines/choices.ts'
import type {
  SeriesContext,
  SeriesResult,
} from '#machines/series-booking/series-booking-machine.ts'
import type {
  BlockResult,
  SiblingsContext,
} from '#machines/siblings-booking/siblings-booking-machine.ts'
import { bookingDriver } from '#machines/testing/booking/booking-driver.ts'
import {
  type BookingFixture,
  FORM,
  firstChoices,
  MORNING,
  NEW_PRICE,
  NOON,
  seriesDays,
} from '#machines/testing/booking/booking-fixture.ts'
import type { BookingServer } from '#machines/testing/booking/booking-server.ts'
import { bookingWalks } from '#machines/testing/booking/booking-walks.ts'
import { OFFLINE } from '#machines/testing/offline.ts'
import type { Screen } from '#machines/testing/screen.ts'
import {
  beginSeries,
  seriesBookingDriver,
} from '#machines/testing/series-booking/series-booking-driver.ts'
import { seriesBookingWalks } from '#machines/testing/series-booking/series-booking-walks.ts'
import { siblingsBookingDriver } from '#machines/testing/siblings-booking/siblings-booking-driver.ts'
import {
  siblingsBookingWalks,
  siblingsChoices,
} from '#machines/testing/siblings-booking/siblings-booking-walks.ts'
import { writeChoices } from '#web/both/booking/address/choices-address.ts'
import { type Intercept, openNetwork } from '../intercept.ts'
import { type Member, register, sessionOf } from '../member.ts'
import {
  addChild,
  addTreatment,
  appointmentsOf,
  changePrice,
  eventsOf,
  findChildNamed,
  setChildren,
  takeSlot,
  vacate,
} from '../records.ts'
import { openWith, pageScreen, takeInBrowser } from '../screen.ts'
import { test } from '../test.ts'
import { changeAddress, DAYS, followLink, workingDay } from '../visitor.ts'

/** Long walks: each needs a parent, days and a treatment of its own. */
const OPTIONS = { each: 'state', longest: 40 } as const

/** The number of walks that run on different days. */
const PAIRS_OF_DAYS = 5

/**
 * Terms that differ from the clinic's, which all tests share; for a page that was opened before a change.
 */
const OTHER_TERMS: RefundTerms = { bands: [{ hours: 0, percent: 100 }] }

const isTermsRefusal = (output: unknown): output is TermsChanged =>
  termsChanged.safeParse(output).success

type Network = Awaited<ReturnType<typeof openNetwork>>

/** The site's server; before it answers, the test changes its database as the walk requires. */
function siteServer(
  page: Page,
  stop: Network,
  { treatment, child, sibling }: BookingFixture,
  parent: Member,
): BookingServer {
  const lists = stop('GET', '/available')
  const bookings = stop('POST', '/appointments')
  const families = stop('GET', '/children')
  const added = stop('POST', '/children')
  const blockLists = stop('GET', '/appointment-blocks')
  const blocks = stop('POST', '/appointment-blocks')
  const seriesLists = stop('GET', '/appointment-series')
  const series = stop('POST', '/appointment-series')
  /** Whether the page has loaded the children. */
  let areListed = false
  const loading = new Set<Request>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/available') loading.add(request)
  })
  const forget = (request: Request) => loading.delete(request)
  page.on('requestfinished', forget)
  page.on('requestfailed', forget)

  function arrangeList(
    day: string,
    { treatments: [offered = treatment], own = [] }: LoadedDay,
    patient?: string | null,
  ) {
    vacate(day, treatment)
    const all = [child, sibling]
    const named = all.find(({ _id }) => _id === patient)
    for (const slot of treatment.slots) {
      if (offered.slots.includes(slot)) continue
      const doctors = treatment.doctors ?? []
      for (const [index, doctor] of doctors.slice(0, own.length).entries()) {
        const of = own.length > 1 ? all[index] : named
        takeSlot({ ...treatment, doctors: [doctor] }, day, slot, parent.uid, of)
      }
      const left = doctors.slice(own.length)
      if (left.length > 0) takeSlot({ ...treatment, doctors: left }, day, slot)
    }
    // Last, because it makes the site reload the day.
    changePrice(treatment, offered.price)
  }

  function arrangeBooking({ date: day, child, children }: BookingContext, result: BookingResult) {
    vacate(day, treatment)
    if (result.success || isTermsRefusal(result)) return
    const name = children?.find(({ _id }) => _id === child)?.name
    const patient = findChildNamed(parent.uid, name)
    if (result.code === 'already_booked') takeSlot(treatment, day, NOON, parent.uid, patient)
    else if (result.code === 'slot_taken') takeSlot(treatment, day, MORNING)
    else changePrice(treatment, NEW_PRICE)
  }

  function arrangeBlocks(day: string, found: Block[]) {
    const slots = found.map(({ time }) => time)
    arrangeList(day, { treatments: [{ ...treatment, slots }] })
  }

  function arrangeBlock(day: string, result: BlockResult) {
    vacate(day, treatment)
    if (result.success || isTermsRefusal(result)) return
    if (result.code === 'already_booked') takeSlot(treatment, day, NOON, parent.uid, child)
    else if (result.code === 'slot_taken') takeSlot(treatment, day, MORNING)
    else changePrice(treatment, NEW_PRICE)
  }

  /** The second day of a series is shared with other walks, which use other treatments. */
  function arrangeSeries(date: string, found: SeriesDate[]) {
    for (const [index, day] of seriesDays(date).entries()) {
      vacate(day, treatment)
      if (found[index]?.obstacle) takeSlot(treatment, day, MORNING)
    }
    changePrice(treatment, treatment.price)
  }

  function arrangeSeriesBooking(date: string, result: SeriesResult) {
    for (const day of seriesDays(date)) vacate(day, treatment)
    if (!result.success && !isTermsRefusal(result)) takeSlot(treatment, date, MORNING)
  }

  const calls: Record<string, Intercept> = {
    createAppointment: bookings,
    loadChildren: families,
    loadSiblings: families,
    addChild: added,
    createBlock: blocks,
    loadSeries: seriesLists,
    createSeries: series,
  }
  const take = (id: string, date: string) => {
    const call = calls[id]
    if (call) return call.take()
    if (id === 'loadBlocks') {
      return blockLists.take((url) => url.searchParams.get('date') === date)
    }
    return lists.take((url) => url.searchParams.get('date') === formatWireDate(date))
  }

  return {
    async succeed(id, output, { context }) {
      const { date } = context as BookingContext
      const call = await take(id, date)
      if (id === 'createAppointment')
        arrangeBooking(context as BookingContext, output as BookingResult)
      else if (calls[id] === families) {
        setChildren(parent.uid, (output as ChildList).children)
        areListed = true
      } else if (id === 'loadBlocks') arrangeBlocks(date, output as Block[])
      else if (id === 'createBlock') arrangeBlock(date, output as BlockResult)
      else if (id === 'loadSeries') arrangeSeries(date, output as SeriesDate[])
      else if (id === 'createSeries') arrangeSeriesBooking(date, output as SeriesResult)
      else if (id === 'addChild')
        setChildren(parent.uid, (context as BookingContext).children ?? [])
      else arrangeList(date, output as LoadedDay, (context as BookingContext).child)
      const isOutdated = isTermsRefusal(output)
      await call.proceed(isOutdated ? { terms: OTHER_TERMS } : undefined)
    },
    async fail(id, _error, { context }) {
      const call = await take(id, (context as BookingContext).date)
      await call.answer(403, OFFLINE)
    },
    // A list that is still loading is not requested again.
    abandon: async (id) => (id === 'loadBlocks' ? blockLists.take() : undefined),
    async listChildren() {
      if (areListed) return
      areListed = true
      const call = await families.take()
      setChildren(parent.uid, [child, sibling])
      await call.proceed()
    },
    async visit(choices) {
      // A new request aborts the previous one, whose day would then not be requested again.
      await expect.poll(() => loading.size).toBeLessThanOrEqual(1)
      await changeAddress(page, `/appointment?${writeChoices(choices)}`)
    },
    seeOwn: () =>
      expect(page).toHaveURL(
        /\/dashboard\/(appointment\/|pay\?appointments=)[0-9a-f-]{36}(,[0-9a-f-]{36})?$/,
      ),
  }
}

test.describe.configure({ mode: 'parallel' })

/** A walk through the page, with its own fixture and parent. */
interface Visit {
  fixture: BookingFixture
  screen: Screen
  server: BookingServer
  parent: Member
}

/**
 * Opens the page with these choices in its address.
 * @param number the walk's, unique in this file
 */
async function open(
  page: Page,
  number: number,
  choicesOf: (fixture: BookingFixture) => Choices,
): Promise<Visit> {
  const parent = await register('Wanda Walker')
  // Walks that share days use other treatments and doctors.
  const day = DAYS.bookingWalks + 2 * (number % PAIRS_OF_DAYS)
  const days = [workingDay(day), workingDay(day + 1)] as const
  const [child, sibling] = [addChild(parent.uid, 'Mia'), addChild(parent.uid, 'Noa')]
  const treatment = addTreatment(number)
  const fixture: BookingFixture = { patient: parent, child, sibling, days, treatment }
  const server = siteServer(page, await openNetwork(page), fixture, parent)
  // Without live times, the page requests a day only when the walk does.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'EventSource'))
  await openWith(page, sessionOf(parent), '/robots.txt')
  await followLink(page, `/appointment?${writeChoices(choicesOf(fixture))}`)
  return { fixture, screen: pageScreen(page), server, parent }
}

/** Expects one event for each booking and no others. */
function expectEvents(parent: Member, booked: readonly Appointment[]) {
  const events = appointmentsOf(parent.uid).flatMap(({ id }) => eventsOf(id))
  expect(events).toEqual(booked.map(() => 'appointment.booked'))
}

function nth<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (!item) throw new Error(`There is no walk ${index + 1}`)
  return item
}

const walks = bookingWalks(undefined, OPTIONS)
const walksOfSiblings = siblingsBookingWalks(undefined, OPTIONS)

test.describe('the whole site follows the booking machine', () => {
  for (const [index, { name }] of walks.entries()) {
    test(name, async ({ page }) => {
      const { fixture, screen, server, parent } = await open(page, index, firstChoices)
      const walk = nth(bookingWalks(fixture, OPTIONS), index)
      const { see, ...driver } = bookingDriver(screen, server, fixture)
      await takeInBrowser(walk, {
        ...driver,
        see: {
          ...see,
          async 'booked.appointment'(context: BookingContext) {
            await see['booked.appointment'](context)
            expectRecords(context, bookedIn(context), fixture, parent)
          },
          async 'booked.series'(context: BookingContext) {
            await see['booked.series'](context)
            expectSeries(context.date, bookedIn(context), fixture, parent)
          },
          async 'booked.siblings'(context: BookingContext) {
            await see['booked.siblings'](context)
            expectRecords(context, bookedIn(context), fixture, parent)
          },
        },
      })
      const booked = walk.steps.flatMap(({ state: { context } }) => bookedIn(context))
      expectEvents(parent, booked)
    })
  }
})

test.describe('the whole site follows the machine for siblings', () => {
  for (const [index, { name }] of walksOfSiblings.entries()) {
    test(name, async ({ page }) => {
      const number = walks.length + index
      const { fixture, screen, server, parent } = await open(page, number, siblingsChoices)
      const walk = nth(siblingsBookingWalks(fixture, OPTIONS), index)
      await takeInBrowser(walk, siblingsBookingDriver(screen, server, fixture))
      const context: SiblingsContext | undefined = walk.steps.at(-1)?.state.context
      const booked = context?.outcome?.kind === 'booked' ? context.outcome.bookings : []
      if (context && booked.length > 0) expectRecords(context, booked, fixture, parent)
      expectEvents(parent, booked)
    })
  }
})

test.describe('the whole site follows the machine for a series', () => {
  for (const [index, { name }] of seriesBookingWalks(undefined, OPTIONS).entries()) {
    test(name, async ({ page }) => {
      const number = walks.length + walksOfSiblings.length + index
      const { fixture, screen, server, parent } = await open(page, number, firstChoices)
      const walk = nth(seriesBookingWalks(fixture, OPTIONS), index)
      await beginSeries(screen, server, fixture)
      await takeInBrowser(walk, seriesBookingDriver(screen, server, fixture))
      const context: SeriesContext | undefined = walk.steps.at(-1)?.state.context
      const booked = context?.outcome?.kind === 'booked' ? context.outcome.bookings : []
      if (context && booked.length > 0) expectSeries(context.date, booked, fixture, parent)
      expectEvents(parent, booked)
    })
  }
})

/** Expects each date of the series to be booked for the parent, at the time shown. */
function expectSeries(
  date: IsoDate,
  bookings: readonly Appointment[],
  { treatment }: BookingFixture,
  parent: Member,
) {
  const days = seriesDays(date)
  const own = appointmentsOf(parent.uid).filter(
    ({ status, date }) => status === 'booked' && days.includes(date),
  )
  expect(own.map((row) => [formatWireDate(row.date), formatSlot(row), row.treatmentId])).toEqual(
    bookings.map((booking) => [booking.date, booking.slot, treatment._id]),
  )
}

/** The appointments that were just booked. */
const bookedIn = ({ booking, bookings }: BookingContext) => (booking ? [booking] : (bookings ?? []))

/** Expects the slot to be booked once for each patient, at the price shown. */
function expectRecords(
  { date }: { date: IsoDate },
  bookings: readonly Appointment[],
  { treatment }: BookingFixture,
  parent: Member,
) {
  const own = appointmentsOf(parent.uid).filter(
    (each) => each.status === 'booked' && each.date === date,
  )
  expect(own).toMatchObject(
    bookings.map(({ price }) => ({
      treatmentId: treatment._id,
      date,
      startMinute: 9 * 60,
      priceCents: 100 * price,
      paid: false,
      ...FORM,
    })),
  )
}
