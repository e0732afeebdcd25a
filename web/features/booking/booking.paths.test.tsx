import { beforeAll, describe, it } from 'vitest'
import { bookingPaths } from '../../../machines/booking/booking-paths.ts'
import { describePath } from '../../../machines/testing/paths.ts'
import { preloadDialog } from './dialog-slot.tsx'
import { walkBookingScreens } from './testing/booking-screens.tsx'

describe('the booking screens', () => {
  // What is loaded on demand is there already, so that no look at the screen waits for it.
  beforeAll(preloadDialog)

  it.each(bookingPaths().map((path) => [describePath(path), path] as const))(
    'go with the machine: %s',
    (_name, path) => walkBookingScreens(path),
  )
})
