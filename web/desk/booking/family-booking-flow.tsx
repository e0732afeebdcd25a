import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { BookingCalendar } from '#contract/clinic/clinic.ts'
import { parseWireDate } from '#contract/dates.ts'
import type { Family } from '#contract/families/families.ts'
import type { Child, NewChild } from '#contract/guardians/children.ts'
import { describePatient } from '#contract/patients/patients.ts'
import type { NewSeries } from '#contract/series/series.ts'
import type { BookingRequest, BookingResult } from '#machines/booking/booking-context.ts'
import { bookingMachine } from '#machines/booking/booking-machine.ts'
import type { FamilyChildren } from '#machines/choices.ts'
import type { SeriesResult } from '#machines/series-booking/series-booking-machine.ts'
import { seriesBookingMachine } from '#machines/series-booking/series-booking-machine.ts'
import { BookedFamilyContext } from '#web/both/appointments/booked-family.ts'
import { showTerms } from '#web/both/booking/address/show-terms.ts'
import { BookingFlow } from '#web/both/booking/booking-flow.tsx'
import { availabilityOptions } from '#web/both/times/availability.ts'
import { AGENDA_KEY } from '#web/desk/appointments/agenda-api.ts'
import { addFamilyChild, FAMILIES_KEY } from '#web/desk/patients/families-api.ts'
import { asPatient } from '#web/desk/patients/patient-name.tsx'
import { fetchAnew } from '#web/lib/api/fetch-anew.ts'
import {
  bookForFamily,
  bookSeriesForFamily,
  deskAvailabilityOptions,
  loadFamilySeries,
  squeezeOptions,
} from './family-booking-api.ts'
import { TakePrice } from './take-price.tsx'

interface FamilyBookingFlowProps {
  family: Family
  calendar: BookingCalendar
  /** Whether an extra patient is put beside a taken time. */
  squeeze: boolean
}

/** The booking flow for a family, with the options that only staff have. */
export default function FamilyBookingFlow({ family, calendar, squeeze }: FamilyBookingFlowProps) {
  const queries = useQueryClient()
  const { _id: id, name, email, phone, isReachable, children } = family
  const [logic] = useState(() => deskLogic(queries, family, squeeze))
  const booked = useMemo(
    () => ({
      id,
      name,
      isReachable,
      squeeze,
      afterBooking: (booking: Appointment) => (
        <TakePrice booking={booking} patient={patientOf(booking, { name, children })} />
      ),
    }),
    [id, name, isReachable, squeeze, children],
  )
  // Staff may also book on closed days, and on full days outside opening hours.
  const open = useMemo(
    () => ({ ...calendar, closures: [], closedWeekdays: [], fullDays: [] }),
    [calendar],
  )
  return (
    <BookedFamilyContext value={booked}>
      {squeeze && (
        <p className="mb-4 rounded-2xl bg-honey px-5 py-4 font-semibold">
          Squeezing in: the times here are taken. One extra patient can be put beside each, with a
          reason.
        </p>
      )}
      <BookingFlow
        calendar={open}
        patient={{ name, email: email ?? '' }}
        quick={{ name: '', date: '', service: '', phone: phone ?? '' }}
        logic={logic}
        timesOf={(date) => fetchAnew(queries, deskAvailabilityOptions(date))}
      />
    </BookedFamilyContext>
  )
}

/** 'Mia Parker, born Jun 5, 2021' */
function patientOf(
  { child: booked }: Appointment,
  { name, children }: Pick<Family, 'name' | 'children'>,
): string {
  if (!booked) return name
  const child = children.find(({ _id }) => _id === booked._id)
  return child ? describePatient(asPatient(child, name)) : booked.name
}

/** The booking machine with the calls of the front desk. */
function deskLogic(
  queries: QueryClient,
  { _id: family, today, children }: Family,
  squeeze: boolean,
): typeof bookingMachine {
  let known: readonly Child[] = children

  async function add(child: NewChild): Promise<Child> {
    const added = await addFamilyChild(family, child)
    const rights = { isOwner: true, mayBook: true, mayPay: true, receivesEmail: true }
    known = [...known, { ...added, ...rights }]
    void queries.invalidateQueries({ queryKey: FAMILIES_KEY })
    return { ...added, ...rights }
  }

  function book(wanted: BookingRequest): Promise<BookingResult> {
    const { treatment, date, slot, doctor, child, price, terms, phone, address, reason } = wanted
    const choices = { treatment, date, slot, doctor, child, price, terms }
    const body = { ...choices, phone, address, reason, ...(squeeze && { squeeze: true as const }) }
    return keep(date, bookForFamily(family, body))
  }

  function bookSeries({ email: _, ...body }: NewSeries): Promise<SeriesResult> {
    return keep(body.times[0]?.date ?? '', bookSeriesForFamily(family, body))
  }

  /** Never aborted: the server may have booked already, and the cache must be updated. */
  async function keep<Result extends BookingResult | SeriesResult>(
    date: string,
    answer: Promise<Result>,
  ): Promise<Result> {
    try {
      return showTerms(queries, await answer)
    } finally {
      const [available] = availabilityOptions(parseWireDate(date) ?? '').queryKey
      for (const queryKey of [AGENDA_KEY, FAMILIES_KEY, [available]]) {
        void queries.invalidateQueries({ queryKey })
      }
    }
  }
  return bookingMachine.provide({
    actors: {
      loadTreatments: fromPromise(async ({ input }) => {
        const options = squeeze ? squeezeOptions : deskAvailabilityOptions
        return { treatments: await queries.query(options(input.date)) }
      }),
      loadChildren: fromPromise<FamilyChildren>(async () => ({
        today,
        children: [...known],
        asks: true,
      })),
      addChild: fromPromise(({ input }) => add(input)),
      createAppointment: fromPromise(({ input }) => book(input)),
      bookSeries: seriesBookingMachine.provide({
        actors: {
          loadSeries: fromPromise(({ input, signal }) => loadFamilySeries(family, input, signal)),
          createSeries: fromPromise(({ input }) => bookSeries(input)),
        },
      }),
    },
  })
}
