import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { alreadyBookedMessage, bookingSuccessMessage } from '../../../contract/appointments.ts'
import type { BookingCalendar } from '../../../contract/clinic.ts'
import type { IsoDate } from '../../../contract/dates.ts'
import type { bookingMachine, Patient } from '../../../machines/booking/booking-machine.ts'
import { EmptyState } from '../../components/states.tsx'
import { toast } from '../../components/toasts.tsx'
import { useInBrowser } from '../../components/use-in-browser.ts'
import { clinic } from '../../lib/clinic.ts'
import { AppointmentHeading } from './appointment-skeleton.tsx'
import { DAY_PARAMETER, firstBookableDay, readBookableDay } from './bookable-days.ts'
import { BookingConfirmation } from './booking-confirmation.tsx'
import { Booking, BookingProvider } from './booking-provider.tsx'
import { ChoosingScreen, type ChoosingScreenProps } from './choosing-screen.tsx'
import type { QuickAppointment } from './quick-appointment.ts'
import { availabilityOptions } from './treatments-api.ts'

interface BookingFlowProps {
  calendar: BookingCalendar
  patient: Patient
  quick: QuickAppointment | null
  /** The machine with other actors, for tests. */
  logic?: typeof bookingMachine
}

/** The booking of one appointment, from the calendar to the confirmation. */
export function BookingFlow({ calendar, patient, quick, logic }: BookingFlowProps) {
  const { day, isRefused, chooseDay } = useChosenDay(calendar, quick?.date)
  const queries = useQueryClient()
  const isHydrating = !useInBrowser()
  if (!day) {
    return (
      <AppointmentHeading>
        <EmptyState title="No appointments are available right now">
          Please call us at {clinic.phone.shown}.
        </EmptyState>
      </AppointmentHeading>
    )
  }
  return (
    <BookingProvider
      patient={patient}
      date={day}
      // A page that the server has rendered shows the treatments of the moment already.
      treatments={isHydrating ? queries.getQueryData(availabilityOptions(day).queryKey) : undefined}
      phone={quick?.phone}
      logic={logic}
    >
      <BookingScreens
        calendar={calendar}
        day={day}
        isRefused={isRefused}
        wishedService={quick?.service}
        onChooseDay={chooseDay}
      />
    </BookingProvider>
  )
}

function BookingScreens(props: Omit<ChoosingScreenProps, 'again'>) {
  useDayFromAddress(props.day)
  useOutcomeToasts()
  const { send } = Booking.useActorRef()
  const booking = Booking.useSelector(({ context }) => context.booking)
  const [again, setAgain] = useState(false)

  if (!booking) {
    return (
      <AppointmentHeading>
        <ChoosingScreen {...props} again={again} />
      </AppointmentHeading>
    )
  }
  return (
    <div className="shell py-10 md:py-16">
      <BookingConfirmation
        booking={booking}
        onAnother={() => {
          setAgain(true)
          send({ type: 'booking.another' })
        }}
      />
    </div>
  )
}

/** Follows the URL: the calendar, a link or the back button may have changed the day. */
function useDayFromAddress(day: IsoDate) {
  const actor = Booking.useActorRef()
  const shown = Booking.useSelector(({ context }) => context.date)
  const canClose = Booking.useSelector((snapshot) => snapshot.can({ type: 'dialog.close' }))
  const canChoose = Booking.useSelector((snapshot) =>
    snapshot.can({ type: 'date.choose', date: day }),
  )
  useEffect(() => {
    if (day === shown) return
    if (canClose) actor.send({ type: 'dialog.close' })
    else if (canChoose) actor.send({ type: 'date.choose', date: day })
  }, [actor, day, shown, canClose, canChoose])
}

/** Shows the toasts for a booking and for a duplicate. */
function useOutcomeToasts() {
  const booking = Booking.useSelector(({ context }) => context.booking)
  const refusal = Booking.useSelector(({ context }) => context.refusal)
  useEffect(() => {
    if (booking) toast.success(bookingSuccessMessage(booking))
  }, [booking])
  useEffect(() => {
    if (refusal?.code === 'already_booked') toast.error(alreadyBookedMessage(refusal.booking))
  }, [refusal])
}

/**
 * The chosen day, kept in the URL, so that reload, links and the back button keep it. Without one
 * it is the `wished` day. If that cannot be booked, `isRefused` is true and the first bookable day
 * is chosen; undefined when there is none.
 */
function useChosenDay(calendar: BookingCalendar, wished: string | undefined) {
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get(DAY_PARAMETER)
  const wanted = asked ?? wished
  const day = readBookableDay(wanted, calendar)
  return {
    day: day ?? firstBookableDay(calendar),
    isRefused: Boolean(wanted) && !day,
    chooseDay: (day: IsoDate) => {
      if (day !== asked) setParameters({ [DAY_PARAMETER]: day }, { preventScrollReset: true })
    },
  }
}
