import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { bookingRefusal, bookingSuccess } from '#contract/booking/appointments.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { FamilyBooking } from '#contract/front-desk/families.ts'
import { termsChanged } from '#contract/payments/refund-bands.ts'
import { treatmentList } from '#contract/schedule/treatments.ts'
import type { BookingResult } from '#machines/booking/booking-setup.ts'
import { orRefusal } from '#web/lib/api/refusal.ts'
import { request } from '#web/lib/api/request.ts'
import { AGENDA_KEY } from '../agenda/agenda-api.ts'
import { pathOf } from './families-api.ts'

/** The treatments of a day with every time that staff can give. */
export function deskAvailabilityOptions(date: IsoDate) {
  return queryOptions({
    queryKey: [...AGENDA_KEY, 'available', date],
    queryFn: ({ signal }) =>
      request(`/agenda/available?${new URLSearchParams({ date })}`, {
        schema: treatmentList,
        auth: 'session',
        signal,
      }),
    staleTime: 0,
  })
}

/** Books for a family; resolves for a booking and for a refusal (409) alike. Throws `ApiError`. */
export function bookForFamily(id: string, body: FamilyBooking): Promise<BookingResult> {
  const options = { method: 'POST', body, schema: bookingSuccess, auth: 'session' } as const
  return orRefusal(
    request(`${pathOf(id)}/appointments`, options),
    z.union([bookingRefusal, termsChanged]),
  )
}
