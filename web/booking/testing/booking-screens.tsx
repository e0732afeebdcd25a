import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { allergyTesting, FIRST_DAY, patient } from '../../../machines/booking.paths.ts'
import { bookingMachine } from '../../../machines/booking.ts'
import { describePath, type Path, walk } from '../../../machines/paths.ts'
import { ToastHost } from '../../components/toast-host.tsx'
import { BookingFlow } from '../booking-flow.tsx'
import { driveScreens } from './booking-driver.ts'
import { heldServer } from './held-server.ts'

// The other day of the walks is the next one that can be booked.
const calendar = { today: FIRST_DAY, lastDay: '2026-09-01', closures: ['2026-06-06'] }
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
  render(
    <MemoryRouter initialEntries={[ADDRESS]}>
      <QueryClientProvider client={new QueryClient()}>
        <BookingFlow calendar={calendar} patient={patient} quick={quick} logic={server.logic} />
        <ToastHost />
      </QueryClientProvider>
    </MemoryRouter>,
    { reactStrictMode: true },
  )
  await walk(path, driveScreens(userEvent.setup({ delay: null }), server, quick !== null))
}
