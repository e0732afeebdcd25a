import { describe, it } from 'vitest'
import { walkAuthAlone } from './auth.alone.ts'
import { authPaths } from './auth.paths.ts'
import { walkBookingAlone } from './booking.alone.ts'
import { bookingPaths } from './booking.paths.ts'
import { describePath, type Path } from './paths.ts'
import { walkPaymentAlone } from './payment.alone.ts'
import { paymentPaths } from './payment.paths.ts'

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
