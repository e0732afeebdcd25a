import { paymentPaths } from '../../machines/payment/payment-paths.ts'
import { describePath, walk } from '../../machines/testing/paths.ts'
import { bookAs } from './member.ts'
import { walkPayment } from './payment-walker.ts'
import { vacate } from './records.ts'
import { workingDay } from './visitor.ts'
import { test } from './walking.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ trace: 'off' })

test.describe('the payment machine in the whole app', () => {
  for (const path of paymentPaths()) {
    test(describePath(path), async ({ walker }) => {
      const what = {
        day: workingDay(30 + walker.index),
        treatment: 'Allergy Testing',
        slot: '01:00 PM - 01:30 PM',
        price: 110,
      }
      vacate(what.day)
      const appointmentId = await bookAs(walker.parent, what)
      const { driver, expectRecords } = await walkPayment({ walker, appointmentId, what, path })
      await walk(path, driver)
      await expectRecords()
    })
  }
})
