import type { Appointment } from '#contract/booking/appointments.ts'
import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import { AddToCalendar } from '#web/both/appointments/add-to-calendar.tsx'
import { useBookedFamily } from '#web/both/appointments/booked-family.ts'
import { describePlace } from '#web/both/appointments/place-in-series.ts'
import { WhereToCome } from '#web/both/appointments/where-to-come.tsx'
import { EmailNote } from '#web/both/emails/email-note.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import { OwnText, useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/booking/confirmation.ts'
import * as sentences from '#words/en/booking/confirmation-sentences.tsx'
import { Booking } from '../flow/booking-provider.tsx'
import { ConfirmationFrame } from '../flow/confirmation-frame.tsx'

/** The appointments of a series that were booked, and what to do next. Takes the focus. */
export default function SeriesConfirmation() {
  const family = useBookedFamily()
  const own = useOwnText()
  const [first, ...others] = Booking.useSelector(({ context }) => context.bookings) ?? []
  if (!first) return null
  const bookings = [first, ...others] as const
  return (
    <ConfirmationFrame bookings={bookings}>
      <section aria-label={own(first.treatment)} className="grid gap-4 rounded-2xl bg-base-200 p-5">
        <h2 className="text-xl wrap-break-word">
          <OwnText>{first.treatment}</OwnText>
        </h2>
        <ol className="grid gap-4">
          {bookings.map((booking) => (
            <li
              key={booking._id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
            >
              <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
                <p>
                  <strong>{formats.fullDay(booking.date)}</strong>{' '}
                  <span className="inline-block">{formats.slot(booking.slot)}</span>
                </p>
                <p>
                  {[booking.doctor, formatPrice(booking.price), describePlace(booking)]
                    .filter(Boolean)
                    .join(', ')}
                </p>
                <Deadlines
                  appointments={[booking]}
                  isForStaff={family !== null}
                  className="text-sm text-muted"
                />
              </div>
              {!family && (
                <AddToCalendar
                  appointmentId={booking._id}
                  label={words.addToCalendar(formats.day(booking.date))}
                />
              )}
            </li>
          ))}
        </ol>
        <p className="text-muted wrap-anywhere">
          <BookedFor booking={first} isForStaff={family !== null} />
        </p>
      </section>
      {!family && (
        <>
          <EmailNote email={first.patient} returnTo="/dashboard" />
          <WhereToCome />
        </>
      )}
    </ConfirmationFrame>
  )
}

function BookedFor({ booking, isForStaff }: { booking: Appointment; isForStaff: boolean }) {
  const child = booking.child && <bdi>{booking.child.name}</bdi>
  const name = <bdi>{booking.patientName}</bdi>
  if (!isForStaff) {
    return child ? sentences.forChildBookedBy(child, name) : sentences.bookedBy(name)
  }
  return (
    <>
      {child && <>For {child}. </>}
      Booked for {name}
    </>
  )
}
