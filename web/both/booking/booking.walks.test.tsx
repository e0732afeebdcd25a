import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type NavigateFunction, Route, Routes, useNavigate } from 'react-router-dom'
import { beforeAll, beforeEach, describe, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/clinic/clinic-settings.ts'
import { bookingMachine } from '#machines/booking/booking-machine.ts'
import { type BookingServer, bookingDriver } from '#machines/testing/booking/booking-driver.ts'
import {
  bookingFixture,
  bookingWalks,
  FIRST_DAY,
  firstChoices,
  patient,
} from '#machines/testing/booking/booking-walks.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { take } from '#machines/testing/tours.ts'
import { Toasts } from '#web/components/toasts.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import { writeChoices } from './address/choices-address.ts'
import { BookingFlow } from './booking-flow.tsx'
import { patientLine, preloadDialog, preloadSeries, preloadSiblings } from './chunks.ts'
import { clinic } from './testing/clinic-server.ts'

// 2026-06-06 is a Saturday: the days of the walks follow each other.
const calendar = { today: FIRST_DAY, lastDay: '2026-09-01', closures: [] }

let visit: NavigateFunction

function Visitor() {
  visit = useNavigate()
  return null
}

function open(actors = holdActors(bookingMachine), lastDay = calendar.lastDay) {
  const search = writeChoices(firstChoices(bookingFixture))
  render(
    <InSite at={`/appointment?${search}`}>
      <Visitor />
      <Routes>
        <Route
          path="/appointment"
          element={
            <BookingFlow
              calendar={{ ...calendar, lastDay }}
              patient={patient}
              quick={null}
              logic={actors.machine}
            />
          }
        />
        <Route path="/dashboard/appointment/:id" element={<h1>Your appointment</h1>} />
      </Routes>
      <Toasts />
    </InSite>,
    { reactStrictMode: true },
  )
  return actors
}

describe('the booking screens', () => {
  // What is loaded on demand is there already, so that no look at the screen waits for it.
  beforeAll(() =>
    Promise.all([preloadDialog(), preloadSiblings(), preloadSeries(), patientLine.load()]),
  )
  beforeEach(() => {
    clinic.children = [bookingFixture.child, bookingFixture.sibling]
  })

  it.each(bookingWalks(undefined, { each: 'definition' }))(
    'follow the machine: $name',
    async (walk) => {
      const server: BookingServer = {
        ...screensServer(open()),
        // The clinic answers at once.
        listChildren: async () => undefined,
        visit: (choices) => act(async () => visit(`?${writeChoices(choices)}`)),
        seeOwn: async () => void screen.getByRole('heading', { name: 'Your appointment' }),
      }
      const page = jsdomScreen(userEvent.setup({ delay: null }))
      await take(walk, bookingDriver(page, server, bookingFixture))
    },
  )

  it('give the phone number when no day can be booked', () => {
    open(undefined, '2026-06-04')
    screen.getByRole('heading', { name: 'No appointments are available right now' })
    screen.getByText(`Please call us at ${DEFAULT_SETTINGS.phone}.`)
  })
})
