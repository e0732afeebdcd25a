import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createActorContext } from '@xstate/react'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import type { BookingForm, NewAppointment } from '../../../contract/appointments.ts'
import type { IsoDate } from '../../../contract/dates.ts'
import type { Treatment } from '../../../contract/treatments.ts'
import {
  type BookingContext,
  type BookingResult,
  bookingMachine,
  type Patient,
} from '../../../machines/booking/booking-machine.ts'
import { appointmentOptions, appointmentsOptions, createAppointment } from './appointments-api.ts'
import { availabilityOptions } from './treatments-api.ts'

/** The running booking machine: `useSelector` to read it, `useActorRef().send` to send. */
export const Booking = createActorContext(bookingMachine)

/** The booking machine with its actors: the server, through the query cache. */
function bookingLogic(queries: QueryClient) {
  async function book(body: NewAppointment): Promise<BookingResult> {
    try {
      // Never aborted: the server may have booked already, and the cache must be updated.
      const result = await createAppointment(body)
      if (result.success) {
        queries.setQueryData(appointmentOptions(result.booking._id).queryKey, result.booking)
      }
      return result
    } finally {
      // Also after a failure: the response may have been lost on its way.
      const [available] = availabilityOptions(body.date).queryKey
      void queries.invalidateQueries({ queryKey: [available] })
      void queries.invalidateQueries({ queryKey: appointmentsOptions(body.email).queryKey })
    }
  }
  return bookingMachine.provide({
    actors: {
      loadTreatments: fromPromise<Treatment[], { date: IsoDate }>(({ input }) =>
        queries.query(availabilityOptions(input.date)),
      ),
      createAppointment: fromPromise<BookingResult, NewAppointment>(({ input }) => book(input)),
    },
  })
}

/** The flow after the first day's treatments have loaded. */
function choosingFrom(
  machine: typeof bookingMachine,
  known: Pick<BookingContext, 'patient' | 'date' | 'treatments'>,
) {
  return machine.resolveState({
    value: { browsing: { choosingTreatment: 'undisturbed' } },
    context: { ...known, treatment: null, slot: null, refusal: null, booking: null, message: null },
  })
}

interface Draft {
  read: () => BookingForm
  keep: (form: BookingForm) => void
}

const DraftContext = createContext<Draft | null>(null)

/** What was typed in the dialog; kept when it closes, and after refusals and failures. */
export function useBookingDraft(): Draft {
  const draft = useContext(DraftContext)
  if (!draft) throw new Error('useBookingDraft needs a BookingProvider around it')
  return draft
}

interface BookingProviderProps {
  patient: Patient
  /** The day shown first. */
  date: IsoDate
  /** That day's treatments, if known. */
  treatments?: Treatment[]
  /** A known phone number. */
  phone?: string
  /** The machine with other actors, for tests. */
  logic?: typeof bookingMachine
  children: ReactNode
}

/** Runs one booking flow for the screens within it. */
export function BookingProvider({
  patient,
  date,
  treatments,
  phone = '',
  logic,
  children,
}: BookingProviderProps) {
  const queries = useQueryClient()
  const [machine] = useState(() => logic ?? bookingLogic(queries))
  const [options] = useState(() =>
    treatments
      ? { snapshot: choosingFrom(machine, { patient, date, treatments }) }
      : { input: { patient, date } },
  )
  const typed = useRef<BookingForm>({ phone, address: '' })
  const [draft] = useState<Draft>(() => ({
    read: () => typed.current,
    keep: (form) => {
      typed.current = form
    },
  }))
  return (
    <DraftContext value={draft}>
      <Booking.Provider logic={machine} options={options}>
        {children}
      </Booking.Provider>
    </DraftContext>
  )
}
