import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import type { BookingCalendar } from '../../../../contract/clinic.ts'
import { bookingMachine } from '../../../../machines/booking/booking-machine.ts'
import { allergyTesting, FIRST_DAY, patient } from '../../../../machines/booking/booking-paths.ts'
import { describePath, type Path, walk } from '../../../../machines/testing/paths.ts'
import { Toasts } from '../../../components/toasts.tsx'
import { clinic } from '../../../lib/clinic.ts'
import { BookingFlow } from '../booking-flow.tsx'
import { driveScreens } from './booking-driver.ts'
import { heldServer } from './held-server.ts'

// The other day of the walks is the next one that can be booked.
const calendar = { today: FIRST_DAY, lastDay: '2026-09-01', closures: ['2026-06-06'] }
/** Before the clinic opens its calendar. */
const closed = { ...calendar, lastDay: '2026-06-04' }
/** By an old link, so that the first day that can be booked is shown in its place. */
const ADDRESS = '/appointment?date=2026-06-01'

/** Walked by a visitor who has asked for the treatment in the home page's quick form. */
const WISHED = 'loadTreatments ✓ → treatment.choose → date.choose'
const wish = { date: FIRST_DAY, service: allergyTesting.name, phone: '' }

/** Walks a path of the booking machine on the screens, and looks at each of its states. */
export async function walkBookingScreens(
  path: Path,
  machine: typeof bookingMachine = bookingMachine,
): Promise<void> {
  const server = heldServer(machine)
  const quick = describePath(path) === WISHED ? wish : null
  const queries = new QueryClient()
  const pageWith = (days: BookingCalendar) => (
    <MemoryRouter initialEntries={[ADDRESS]}>
      <QueryClientProvider client={queries}>
        <BookingFlow calendar={days} patient={patient} quick={quick} logic={server.logic} />
        <Toasts />
      </QueryClientProvider>
    </MemoryRouter>
  )
  const { rerender } = render(pageWith(closed), { reactStrictMode: true })
  screen.getByRole('heading', { name: 'No appointments are available right now' })
  screen.getByText(`Please call us at ${clinic.phone.shown}.`)
  rerender(pageWith(calendar))
  await walk(path, driveScreens(userEvent.setup({ delay: null }), server, quick !== null))
}
