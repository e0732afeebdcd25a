import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createActorContext } from '@xstate/react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { fromPromise } from 'xstate'
import type { BookingForm, NewAppointment } from '../../../contract/appointments.ts'
import type { IsoDate } from '../../../contract/dates.ts'
import type { Treatment } from '../../../contract/treatments.ts'
import {
  type BookingResult,
  bookingMachine,
  type Choices,
  type Patient,
} from '../../../machines/booking/booking-machine.ts'
import { appointmentOptions, appointmentsOptions, createAppointment } from './appointments-api.ts'
import { forgetDraft, keepDraft, readDraft } from './booking-draft.ts'
import { availabilityOptions } from './treatments-api.ts'

export const NOTHING_TYPED: BookingForm = { phone: '', address: '' }

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

interface KnownDay {
  patient: Patient
  date: IsoDate
  treatments: Treatment[]
}

/** The flow after the day's treatments have loaded, before anything else was chosen. */
function choosingFrom(machine: typeof bookingMachine, known: KnownDay) {
  return machine.resolveState({
    value: { browsing: { choosingTreatment: 'undisturbed' } },
    context: {
      ...known,
      wish: { treatment: null, doctor: null, slot: null },
      treatment: null,
      doctor: null,
      slot: null,
      missedSlot: null,
      refusal: null,
      booking: null,
      message: null,
    },
  })
}

interface Draft {
  read: () => BookingForm
  keep: (form: BookingForm) => void
  /** After the booking. */
  forget: () => void
}

/** Begins with the phone number of the quick form, if there is one. */
function createDraft(email: string, phone: string): Draft {
  let form = readDraft(email)
  function keep(typed: BookingForm) {
    form = typed
    keepDraft(email, typed)
  }
  if (phone) keep({ ...form, phone })
  return {
    read: () => form,
    keep,
    forget() {
      form = NOTHING_TYPED
      forgetDraft(email)
    },
  }
}

const DraftContext = createContext<Draft | null>(null)

/** What was typed in the dialog; kept when it closes, after refusals and failures, and reloads. */
export function useBookingDraft(): Draft {
  const draft = useContext(DraftContext)
  if (!draft) throw new Error('useBookingDraft needs a BookingProvider around it')
  return draft
}

interface BookingProviderProps {
  patient: Patient
  /** What the address holds. */
  choices: Choices
  /** The treatments of its day, if known. */
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
  choices,
  treatments,
  phone = '',
  logic,
  children,
}: BookingProviderProps) {
  const queries = useQueryClient()
  const [machine] = useState(() => logic ?? bookingLogic(queries))
  const [options] = useState(() =>
    treatments
      ? { snapshot: choosingFrom(machine, { patient, date: choices.date, treatments }) }
      : { input: { patient, choices } },
  )
  const [draft] = useState(() => createDraft(patient.email, phone))
  return (
    <DraftContext value={draft}>
      <Booking.Provider logic={machine} options={options}>
        {children}
      </Booking.Provider>
    </DraftContext>
  )
}
