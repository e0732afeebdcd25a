import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { Appointment } from '#contract/booking/appointments.ts'
import { TICKET_PARAMETER } from '#contract/booking/time-address.ts'
import type { BookingCalendar } from '#contract/clinic/clinic.ts'
import type { IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import type { bookingMachine } from '#machines/booking/booking-machine.ts'
import type { Choices, Patient } from '#machines/choices.ts'
import { bookedPage, bookedTogetherPage } from '#web/both/appointments/address-parameters.ts'
import { useBookedFamily } from '#web/both/appointments/booked-family.ts'
import { availabilityOptions } from '#web/both/times/availability.ts'
import { LazyComponent, LazyPage } from '#web/components/states/lazy-component.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useInBrowser } from '#web/components/use-in-browser.ts'
import { useClinic } from '#web/lib/clinic.tsx'
import { addressOf } from '#web/lib/own-path.ts'
import * as booked from '#words/en/booking/booked.ts'
import * as words from '#words/en/booking/page.ts'
import { readChoices } from './address/choices-address.ts'
import type { QuickAppointment } from './address/quick-appointment.ts'
import { AppointmentHeading, PatientRow } from './appointment-skeleton.tsx'
import { ChoosingScreen, type ChoosingScreenProps, type TimesOf } from './choosing-screen.tsx'
import {
  confirmation,
  patientLine,
  seriesConfirmation,
  siblingsConfirmation,
  ticketPage,
} from './chunks.ts'
import { Booking, BookingProvider, useBookingDraft, useIsIn } from './flow/booking-provider.tsx'
import { useChoicesInAddress } from './flow/use-choices-in-address.ts'

interface BookingFlowProps {
  calendar: BookingCalendar
  patient: Patient
  quick: QuickAppointment | null
  /** The machine with other actors, for staff and for tests. */
  logic?: typeof bookingMachine
  /** The times of a day that staff can book. */
  timesOf?: TimesOf
}

/** The booking of one appointment, from the calendar to the confirmation. */
export function BookingFlow({ calendar, patient, quick, logic, timesOf }: BookingFlowProps) {
  const [address] = useSearchParams()
  const queries = useQueryClient()
  const { phone, notOpen } = useClinic()
  const family = useBookedFamily()
  const isHydrating = !useInBrowser()
  const addressed = readChoices(address, calendar, quick?.date)
  const isClosed = notOpen && !family
  if (!addressed || isClosed) {
    return (
      <AppointmentHeading>
        <EmptyState title={isClosed ? notOpen : words.noAppointments}>
          {words.callUsAt(phone)}
        </EmptyState>
      </AppointmentHeading>
    )
  }
  const ticket = address.get(TICKET_PARAMETER)
  if (ticket && !isHydrating && !family) {
    return (
      <AppointmentHeading>
        <LazyComponent chunk={ticketPage} props={{ ticketId: ticket }} waiting={null} />
      </AppointmentHeading>
    )
  }
  const { isRefused } = addressed
  // Staff book one appointment at a time.
  const choices = family ? { ...addressed.choices, siblings: null } : addressed.choices
  const { queryKey } = availabilityOptions(choices.date)
  return (
    <BookingProvider
      patient={patient}
      choices={choices}
      // A server-rendered page already shows present treatments.
      treatments={isHydrating ? queries.getQueryData(queryKey) : undefined}
      phone={quick?.phone}
      logic={logic}
    >
      <BookingScreens
        calendar={calendar}
        choices={choices}
        isRefused={isRefused}
        wantedService={quick?.service}
        timesOf={timesOf}
      />
    </BookingProvider>
  )
}

interface BookingScreensProps
  extends Omit<ChoosingScreenProps, 'again' | 'choosesDay' | 'isRefused'> {
  /** The choices in the address. */
  choices: Choices
  /** The day in the address cannot be booked, and another one was chosen. */
  isRefused: boolean
}

function BookingScreens({ choices, isRefused, ...props }: BookingScreensProps) {
  useChoicesInAddress(choices)
  useOutcomes()
  const isOwn = useOwn()
  const family = useBookedFamily()
  const date = Booking.useSelector(({ context }) => context.date)
  // The address takes the other day once something is chosen on it.
  const [replacement, setReplacement] = useState<IsoDate | null>(null)
  if (isRefused && replacement !== choices.date) setReplacement(choices.date)
  const isBooked = useIsIn('booked')
  const [again, setAgain] = useState(false)
  if (isBooked && !again) setAgain(true)

  if (isOwn) return <Spinner label={words.openingAppointment} />
  if (!isBooked) {
    return (
      <AppointmentHeading patient={<ChosenPatient />}>
        <ChoosingScreen
          {...props}
          isRefused={date === replacement}
          choosesDay={choices.siblings?.length === 0}
          again={again}
        />
      </AppointmentHeading>
    )
  }
  return (
    <div className={family ? undefined : 'shell py-10 md:py-16'}>
      <BookedScreen />
    </div>
  )
}

function BookedScreen() {
  const areSiblings = useIsIn({ booked: 'siblings' })
  const isSeries = useIsIn({ booked: 'series' })
  if (areSiblings) return <LazyPage chunk={siblingsConfirmation} />
  return <LazyPage chunk={isSeries ? seriesConfirmation : confirmation} />
}

/** The server does not know the user's children. */
function ChosenPatient() {
  const isInBrowser = useInBrowser()
  return (
    <PatientRow>{isInBrowser && <LazyComponent chunk={patientLine} waiting={null} />}</PatientRow>
  )
}

/**
 * Replaces the address of this history entry without leaving the page, so that a reload or going back leads
 * there and not to the booking.
 */
function showInAddress(path: string): void {
  window.history.replaceState(window.history.state, '', addressOf(path))
}

/**
 * Redirects to the family's own appointments at the wanted time.
 * @returns whether there are any
 */
function useOwn(): boolean {
  const navigate = useNavigate()
  const own = Booking.useSelector(({ context }) => context.own)
  useEffect(() => {
    if (own.length === 0) return
    const page = own.length > 1 ? `pay?appointments=${own.join()}` : `appointment/${own[0]}`
    void navigate(`/dashboard/${page}`, { replace: true })
  }, [own, navigate])
  return own.length > 0
}

/** Appointments that were booked together, in order of time. */
function describeBookings(bookings: readonly Appointment[]): string {
  const first = formats.day(bookings[0]?.date ?? '')
  const last = formats.day(bookings.at(-1)?.date ?? '')
  return first === last
    ? booked.appointmentsSetOn(bookings.length, first)
    : booked.appointmentsSetFromTo(bookings.length, first, last)
}

/** Deletes the draft after the booking, and shows its toast. The section with the times shows refusals. */
function useOutcomes() {
  const draft = useBookingDraft()
  const family = useBookedFamily()
  const booking = Booking.useSelector(({ context }) => context.booking)
  const bookings = Booking.useSelector(({ context }) => context.bookings)
  useEffect(() => {
    if (!booking) return
    draft.forget()
    toast.success(booked.appointmentSet(formats.day(booking.date), formats.slot(booking.slot)))
    if (!family) showInAddress(bookedPage(booking._id))
  }, [booking, draft, family])
  useEffect(() => {
    if (!bookings) return
    draft.forget()
    toast.success(describeBookings(bookings))
    if (!family) showInAddress(bookedTogetherPage(bookings.map(({ _id }) => _id)))
  }, [bookings, draft, family])
}
