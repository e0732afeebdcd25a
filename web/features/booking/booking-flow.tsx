import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { alreadyBookedMessage, bookingSuccessMessage } from '../../../contract/appointments.ts'
import type { BookingCalendar } from '../../../contract/clinic.ts'
import type { IsoDate } from '../../../contract/dates.ts'
import type { bookingMachine, Choices, Patient } from '../../../machines/booking/booking-machine.ts'
import { LazyComponent } from '../../components/lazy-component.tsx'
import { EmptyState } from '../../components/states.tsx'
import { toast } from '../../components/toasts.tsx'
import { useInBrowser } from '../../components/use-in-browser.ts'
import { useClinic } from '../../lib/clinic.tsx'
import { AppointmentHeading } from './appointment-skeleton.tsx'
import { Booking, BookingProvider, useBookingDraft } from './booking-provider.tsx'
import { readChoices } from './choices-address.ts'
import { ChoosingScreen, type ChoosingScreenProps } from './choosing-screen.tsx'
import { confirmation } from './chunks.ts'
import type { QuickAppointment } from './quick-appointment.ts'
import { availabilityOptions } from './treatments-api.ts'
import { useChoicesInAddress } from './use-choices-in-address.ts'

interface BookingFlowProps {
  calendar: BookingCalendar
  patient: Patient
  quick: QuickAppointment | null
  /** The machine with other actors, for tests. */
  logic?: typeof bookingMachine
}

/** The booking of one appointment, from the calendar to the confirmation. */
export function BookingFlow({ calendar, patient, quick, logic }: BookingFlowProps) {
  const [address] = useSearchParams()
  const queries = useQueryClient()
  const { phone } = useClinic()
  const isHydrating = !useInBrowser()
  const addressed = readChoices(address, calendar, quick?.date)
  if (!addressed) {
    return (
      <AppointmentHeading>
        <EmptyState title="No appointments are available right now">
          Please call us at {phone}.
        </EmptyState>
      </AppointmentHeading>
    )
  }
  const { choices, isRefused } = addressed
  const { queryKey } = availabilityOptions(choices.date)
  return (
    <BookingProvider
      patient={patient}
      choices={choices}
      // A page that the server has rendered shows the treatments of the moment already.
      treatments={isHydrating ? queries.getQueryData(queryKey) : undefined}
      phone={quick?.phone}
      logic={logic}
    >
      <BookingScreens
        calendar={calendar}
        choices={choices}
        isRefused={isRefused}
        wishedService={quick?.service}
      />
    </BookingProvider>
  )
}

interface BookingScreensProps extends Omit<ChoosingScreenProps, 'again' | 'isRefused'> {
  /** What the address holds. */
  choices: Choices
  /** The day in the address cannot be booked, and another one was chosen. */
  isRefused: boolean
}

function BookingScreens({ choices, isRefused, ...props }: BookingScreensProps) {
  useChoicesInAddress(choices)
  useOutcomes()
  const date = Booking.useSelector(({ context }) => context.date)
  // The address holds the other day as soon as something is chosen on it.
  const [replacement, setReplacement] = useState<IsoDate | null>(null)
  if (isRefused && replacement !== choices.date) setReplacement(choices.date)
  const isBooked = Booking.useSelector((snapshot) => snapshot.matches('booked'))
  const [again, setAgain] = useState(false)
  if (isBooked && !again) setAgain(true)

  if (!isBooked) {
    return (
      <AppointmentHeading>
        <ChoosingScreen {...props} isRefused={date === replacement} again={again} />
      </AppointmentHeading>
    )
  }
  return (
    <div className="shell py-10 md:py-16">
      <LazyComponent chunk={confirmation} />
    </div>
  )
}

/** Ends the draft with the booking, and shows the toasts for a booking and for a duplicate. */
function useOutcomes() {
  const draft = useBookingDraft()
  const booking = Booking.useSelector(({ context }) => context.booking)
  const refusal = Booking.useSelector(({ context }) => context.refusal)
  useEffect(() => {
    if (!booking) return
    draft.forget()
    toast.success(bookingSuccessMessage(booking))
  }, [booking, draft])
  useEffect(() => {
    if (refusal?.code === 'already_booked') toast.error(alreadyBookedMessage(refusal.booking))
  }, [refusal])
}
