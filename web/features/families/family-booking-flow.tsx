import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import { type IsoDate, parseWireDate } from '#contract/dates.ts'
import type { ChildList } from '#contract/families/children.ts'
import type { Family } from '#contract/front-desk/families.ts'
import type { BookingCalendar } from '#contract/schedule/clinic.ts'
import type { Treatment } from '#contract/schedule/treatments.ts'
import { bookingMachine } from '#machines/booking/booking-machine.ts'
import type { BookingRequest, BookingResult } from '#machines/booking/booking-setup.ts'
import { AGENDA_KEY } from '../agenda/agenda-api.ts'
import { BookedFamilyContext } from '../booking/booked-family.ts'
import { BookingFlow } from '../booking/booking-flow.tsx'
import { showTerms } from '../booking/dialog/show-terms.ts'
import { availabilityOptions } from '../booking/treatments-api.ts'
import { FAMILIES_KEY } from './families-api.ts'
import { bookForFamily, deskAvailabilityOptions } from './family-booking-api.ts'

interface FamilyBookingFlowProps {
  family: Family
  calendar: BookingCalendar
}

/** The booking flow for a family, with what only staff may do. */
export default function FamilyBookingFlow({ family, calendar }: FamilyBookingFlowProps) {
  const queries = useQueryClient()
  const { _id: id, name, email, phone } = family
  const [logic] = useState(() => deskLogic(queries, family))
  const booked = useMemo(() => ({ id, name }), [id, name])
  // Staff may also book on closed days, and on full ones outside of the hours.
  const open = useMemo(
    () => ({ ...calendar, closures: [], closedWeekdays: [], fullDays: [] }),
    [calendar],
  )
  return (
    <BookedFamilyContext value={booked}>
      <BookingFlow
        calendar={open}
        patient={{ name, email: email ?? '' }}
        quick={{ name: '', date: '', service: '', phone: phone ?? '' }}
        logic={logic}
      />
    </BookedFamilyContext>
  )
}

/** The booking machine with the calls of the front desk. */
function deskLogic(
  queries: QueryClient,
  { _id: family, today, children }: Family,
): typeof bookingMachine {
  async function book(wanted: BookingRequest): Promise<BookingResult> {
    const { treatment, date, slot, doctor, child, price, terms, phone, address, reason } = wanted
    const body = { treatment, date, slot, doctor, child, price, terms, phone, address, reason }
    try {
      // Never aborted: the server may have booked already, and the cache must be updated.
      return showTerms(queries, await bookForFamily(family, body))
    } finally {
      const [available] = availabilityOptions(parseWireDate(date) ?? '').queryKey
      for (const queryKey of [AGENDA_KEY, FAMILIES_KEY, [available]]) {
        void queries.invalidateQueries({ queryKey })
      }
    }
  }
  return bookingMachine.provide({
    actors: {
      loadTreatments: fromPromise<Treatment[], { date: IsoDate }>(({ input }) =>
        queries.query(deskAvailabilityOptions(input.date)),
      ),
      // Staff choose for whom, each time.
      loadChildren: fromPromise<ChildList>(async () => ({ today, children, lastBooked: null })),
      createAppointment: fromPromise<BookingResult, BookingRequest>(({ input }) => book(input)),
    },
  })
}
