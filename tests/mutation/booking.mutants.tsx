import { it } from 'vitest'
import { bookingMachine } from '../../machines/booking/booking-machine.ts'
import { walkBookingAlone } from '../../machines/booking/booking-model.ts'
import { bookingPaths } from '../../machines/booking/booking-paths.ts'
import { preloadDialog } from '../../web/features/booking/dialog-slot.tsx'
import { walkBookingScreens } from '../../web/features/booking/testing/booking-screens.tsx'
import { hunt } from './run-mutants.ts'

it('booking', async () => {
  // What is loaded on demand is there already, as in the tests.
  await preloadDialog()
  await hunt({
    name: 'booking',
    machine: bookingMachine,
    paths: bookingPaths(),
    walkAlone: walkBookingAlone,
    walkScreens: walkBookingScreens,
  })
})
