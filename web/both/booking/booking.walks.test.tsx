import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type NavigateFunction, Route, Routes, useNavigate } from 'react-router-dom'
import { beforeAll, beforeEach, describe, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/clinic/clinic-settings.ts'
import { bookingMachine } from '#machines/booking/booking-machine.ts'
import type { Choices } from '#machines/choices.ts'
import { seriesBookingMachine } from '#machines/series-booking/series-booking-machine.ts'
import { siblingsBookingMachine } from '#machines/siblings-booking/siblings-booking-machine.ts'
import { bookingDriver } from '#machines/testing/booking/booking-driver.ts'
import {
  bookingFixture,
  FIRST_DAY,
  firstChoices,
  patient,
} from '#machines/testing/booking/booking-fixture.ts'
import type { BookingServer } from '#machines/testing/booking/booking-server.ts'
import { bookingWalks } from '#machines/testing/booking/booking-walks.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
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
import { take } from '#machines/testing/tours.ts'
import { Toasts } from '#web/components/toasts.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import * as words from '#words/en/booking/page.ts'
import { writeChoices } from './address/choices-address.ts'
import { BookingFlow } from './booking-flow.tsx'
import { patientLine, preloadDialog, preloadSeries, preloadSiblings } from './chunks.ts'
import { clinic } from './testing/clinic-server.ts'

// 2026-06-06 is a Saturday, so that the days of the walks are consecutive.
const calendar = { today: FIRST_DAY, lastDay: '2026-09-01', closures: [] }

let visit: NavigateFunction

function Visitor() {
  visit = useNavigate()
  return null
}

/** The calls of the booking machine and of the machines that it invokes; they wait for the test. */
function holdCalls() {
  const siblings = holdActors(siblingsBookingMachine)
  const series = holdActors(seriesBookingMachine)
  const invoked = { bookSiblings: siblings.machine, bookSeries: series.machine }
  const booking = holdActors(bookingMachine, invoked)
  const holding = (id: string) =>
    [siblings, series].find((actors) => actors.isCalled(id)) ?? booking
  return {
    logic: booking.machine,
    succeed: (id: string, output: unknown) => holding(id).succeed(id, output),
    fail: (id: string, error: unknown) => holding(id).fail(id, error),
  }
}

/** Opens the page with these choices in its address. */
function open(choices: Choices, lastDay = calendar.lastDay): BookingServer {
  const { logic, ...calls } = holdCalls()
  render(
    <InSite at={`/appointment?${writeChoices(choices)}`}>
      <Visitor />
      <Routes>
        <Route
          path="/appointment"
          element={
            <BookingFlow
              calendar={{ ...calendar, lastDay }}
              patient={patient}
              quick={null}
              logic={logic}
            />
          }
        />
        <Route path="/dashboard/*" element={<h1>Your appointment</h1>} />
      </Routes>
      <Toasts />
    </InSite>,
    { reactStrictMode: true },
  )
  return {
    ...screensServer(calls),
    // The clinic answers at once.
    listChildren: async () => undefined,
    seeOwn: async () => void screen.getByRole('heading', { name: 'Your appointment' }),
    visit: (next) => act(async () => visit(`?${writeChoices(next)}`)),
  }
}

const page = () => jsdomScreen(userEvent.setup({ delay: null }))

describe('the booking screens', () => {
  // Chunks are loaded beforehand, so that no check of the screen waits for one.
  beforeAll(() =>
    Promise.all([preloadDialog(), preloadSiblings(), preloadSeries(), patientLine.load()]),
  )
  beforeEach(() => {
    clinic.children = [bookingFixture.child, bookingFixture.sibling]
  })

  it.each(bookingWalks(undefined, { each: 'definition' }))(
    'follow the machine: $name',
    async (walk) => {
      const server = open(firstChoices(bookingFixture))
      await take(walk, bookingDriver(page(), server, bookingFixture))
    },
  )

  it.each(siblingsBookingWalks(undefined, { each: 'definition' }))(
    'follow the machine for siblings: $name',
    async (walk) => {
      const server = open(siblingsChoices(bookingFixture))
      await take(walk, siblingsBookingDriver(page(), server, bookingFixture))
    },
  )

  it.each(seriesBookingWalks(undefined, { each: 'definition' }))(
    'follow the machine for a series: $name',
    async (walk) => {
      const server = open(firstChoices(bookingFixture))
      const screen = page()
      await beginSeries(screen, server, bookingFixture)
      await take(walk, seriesBookingDriver(screen, server, bookingFixture))
    },
  )

  it('show the phone number if no day can be booked', () => {
    open(firstChoices(bookingFixture), '2026-06-04')
    screen.getByRole('heading', { name: words.noAppointments })
    screen.getByText(words.callUsAt(DEFAULT_SETTINGS.phone))
  })
})
