import type { QueryClient } from '@tanstack/react-query'
import type { BookingResult } from '#machines/booking/booking-context.ts'
import type { SeriesResult } from '#machines/series-booking/series-booking-machine.ts'
import type { BlockResult } from '#machines/siblings-booking/siblings-booking-machine.ts'
import { configOptions } from '#web/lib/api/config.ts'

/** Shows the current refund terms where a booking was refused because they have changed. */
export function showTerms<Result extends BookingResult | BlockResult | SeriesResult>(
  queries: QueryClient,
  result: Result,
): Result {
  if (!result.success && result.code === 'terms_changed') {
    const { terms: refundTerms } = result
    queries.setQueryData(configOptions().queryKey, (config) => config && { ...config, refundTerms })
  }
  return result
}
