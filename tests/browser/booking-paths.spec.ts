import { bookingPaths } from '../../machines/booking/booking-paths.ts'
import { describePath, walk } from '../../machines/testing/paths.ts'
import { walkBooking } from './booking-walker.ts'
import { test } from './walking.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ trace: 'off' })

test.describe('the booking machine in the whole app', () => {
  for (const path of bookingPaths()) {
    test(describePath(path), async ({ walker }) => {
      const { driver, expectRecords } = await walkBooking(walker)
      await walk(path, driver)
      expectRecords()
    })
  }
})
