import { describe, it } from 'vitest'
import { walkAuthAlone } from '../auth/auth-model.ts'
import { authPaths } from '../auth/auth-paths.ts'
import { walkBookingAlone } from '../booking/booking-model.ts'
import { bookingPaths } from '../booking/booking-paths.ts'
import { walkPaymentAlone } from '../payment/payment-model.ts'
import { paymentPaths } from '../payment/payment-paths.ts'
import { describePath, type Path } from './paths.ts'

const flows: [string, Path[], (path: Path) => Promise<void>][] = [
  ['auth', authPaths(), walkAuthAlone],
  ['booking', bookingPaths(), walkBookingAlone],
  ['payment', paymentPaths(), walkPaymentAlone],
]

describe.each(flows)('the %s machine alone', (_name, paths, walk) => {
  it.each(paths.map((path) => [describePath(path), path] as const))('%s', (_path, path) =>
    walk(path),
  )
})
