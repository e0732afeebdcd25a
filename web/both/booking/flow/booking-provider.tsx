import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createActorContext } from '@xstate/react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { fromPromise, type SnapshotFrom } from 'xstate'
import type { BookingForm } from '#contract/booking/appointments.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { type BookingEvent, startingContext } from '#machines/booking/booking-context.ts'
import { bookingMachine } from '#machines/booking/booking-machine.ts'
import {
  type Choices,
  type DayRequest,
  type LoadedDay,
  NOTHING_WANTED,
  type Patient,
} from '#machines/choices.ts'
import { seriesBookingMachine } from '#machines/series-booking/series-booking-machine.ts'
import { siblingsBookingMachine } from '#machines/siblings-booking/siblings-booking-machine.ts'
import { useBookedFamily } from '#web/both/appointments/booked-family.ts'
import { availabilityOptions, PREFETCHED_FOR } from '#web/both/times/availability.ts'
import { loadChunk } from '#web/lib/load-chunk.ts'
import { forgetDraft, keepDraft, readDraft } from './booking-draft.ts'

export const NOTHING_TYPED: BookingForm = { phone: '', address: '' }

/** The running booking machine: `useSelector` to read it, `useActorRef().send` to send. */
export const Booking = createActorContext(bookingMachine)

type BookingSnapshot = SnapshotFrom<typeof bookingMachine>

/** What the open dialog is for, also while the server books; null while it is closed. */
export function dialogOf(snapshot: BookingSnapshot): 'appointment' | 'series' | null {
  if (snapshot.matches('series')) return 'series'
  return snapshot.matches('dialog') || snapshot.matches('confirm') ? 'appointment' : null
}

/** The running machine for siblings; undefined while one appointment or a series is booked. */
export const useSiblingsActor = () => Booking.useSelector(({ children }) => children.siblings)

/** Whether the flow is in one of the states. */
export function useIsIn(...states: Parameters<BookingSnapshot['matches']>[0][]): boolean {
  return Booking.useSelector((snapshot) => states.some((state) => snapshot.matches(state)))
}

/** Whether the flow accepts the event now. */
export function useCan(event: BookingEvent): boolean {
  return Booking.useSelector((snapshot) => snapshot.can(event))
}

// Only the dialog, siblings and series need it.
const childrenApi = () => loadChunk(() => import('#web/both/children/children-api.ts'))
const calls = () => loadChunk(() => import('./booking-calls.ts'))

// Only an address with a time needs it.
const ownTimes = () => loadChunk(() => import('./find-own.ts'))

/** The booking machine with its actors: the server, through the query cache. */
function bookingLogic(queries: QueryClient, email: string) {
  // The page's first day may have been prefetched. Live updates, once connected, bring what has changed since.
  let staleTime = PREFETCHED_FOR
  const loadTreatments = fromPromise<LoadedDay, DayRequest>(async ({ input: { date, wanted } }) => {
    const day = queries.query({ ...availabilityOptions(date), staleTime })
    staleTime = 0
    const treatments = await day
    if (!wanted?.slot) return { treatments }
    const { findOwn } = await ownTimes()
    return { treatments, own: await findOwn(queries, email, { choices: wanted, treatments }) }
  })
  const loadChildren = fromPromise(async () => {
    const { childrenOptions } = await childrenApi()
    return queries.fetchQuery(childrenOptions(email))
  })
  const bookSiblings = siblingsBookingMachine.provide({
    actors: {
      loadTreatments,
      loadChildren,
      loadBlocks: fromPromise(async ({ input, signal }) =>
        (await calls()).loadBlocks(input, signal),
      ),
      createBlock: fromPromise(async ({ input }) => (await calls()).bookBlock(queries, input)),
    },
  })
  const bookSeries = seriesBookingMachine.provide({
    actors: {
      loadSeries: fromPromise(async ({ input, signal }) =>
        (await calls()).loadSeries(input, signal),
      ),
      createSeries: fromPromise(async ({ input }) => (await calls()).bookSeries(queries, input)),
    },
  })
  return bookingMachine.provide({
    actors: {
      loadTreatments,
      loadChildren,
      bookSiblings,
      bookSeries,
      addChild: fromPromise(async ({ input }) => {
        const { addChild, showChild } = await childrenApi()
        const added = await addChild(input)
        void showChild(queries, email, added)
        return added
      }),
      createAppointment: fromPromise(async ({ input }) => (await calls()).book(queries, input)),
    },
  })
}

interface KnownDay {
  patient: Patient
  choices: Choices
  treatments: Treatment[]
}

/** The flow after the day's treatments have loaded, with nothing but the child chosen. */
function choosingFrom(machine: typeof bookingMachine, { patient, choices, treatments }: KnownDay) {
  const { date, child } = choices
  return machine.resolveState({
    value: { treatment: { choosing: 'undisturbed' } },
    context: { ...startingContext(patient, { date, child, ...NOTHING_WANTED }), treatments },
  })
}

interface Draft {
  read: () => BookingForm
  keep: (form: BookingForm) => void
  /** After the booking. */
  forget: () => void
}

/** Starts with the phone number of the quick form, if there is one. */
function createDraft(owner: string, phone: string): Draft {
  let form = readDraft(owner)
  function keep(typed: BookingForm) {
    form = typed
    keepDraft(owner, typed)
  }
  if (phone) keep({ ...form, phone })
  return {
    read: () => form,
    keep,
    forget() {
      form = NOTHING_TYPED
      forgetDraft(owner)
    },
  }
}

const DraftContext = createContext<Draft | null>(null)

/** The dialog's fields, which survive closing it, refusals, failures and reloads. */
export function useBookingDraft(): Draft {
  const draft = useContext(DraftContext)
  if (!draft) throw new Error('useBookingDraft needs a BookingProvider around it')
  return draft
}

interface BookingProviderProps {
  patient: Patient
  /** The choices in the address. */
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
  const [machine] = useState(() => logic ?? bookingLogic(queries, patient.email))
  const [options] = useState(() =>
    treatments
      ? { snapshot: choosingFrom(machine, { patient, choices, treatments }) }
      : { input: { patient, choices } },
  )
  const family = useBookedFamily()
  const [draft] = useState(() => createDraft(family?.id ?? patient.email, phone))
  return (
    <DraftContext value={draft}>
      <Booking.Provider logic={machine} options={options}>
        {children}
      </Booking.Provider>
    </DraftContext>
  )
}
