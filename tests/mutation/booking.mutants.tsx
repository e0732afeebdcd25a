import { it } from 'vitest'
import { walkBookingAlone } from '../../machines/booking.alone.ts'
import { bookingPaths } from '../../machines/booking.paths.ts'
import { bookingMachine } from '../../machines/booking.ts'
import { preloadDialog } from '../../web/booking/dialog-slot.tsx'
import { walkBookingScreens } from '../../web/booking/testing/booking-screens.tsx'
import { hunt } from './hunt.ts'

it('booking', async () => {
  // What is loaded on demand is there already, as in the tests.
  await Promise.all([preloadDialog(), import('../../web/components/toaster.tsx')])
  await hunt({
    name: 'booking',
    machine: bookingMachine,
    paths: bookingPaths(),
    walkAlone: walkBookingAlone,
    walkScreens: walkBookingScreens,
  })
})
