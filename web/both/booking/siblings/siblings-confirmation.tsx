import { formats } from '#contract/formats/formats.ts'
import { AddToCalendar } from '#web/both/appointments/add-to-calendar.tsx'
import { momentOf } from '#web/both/appointments/moment.ts'
import { WhereToCome } from '#web/both/appointments/where-to-come.tsx'
import { EmailNote } from '#web/both/emails/email-note.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import * as words from '#words/en/booking/confirmation.ts'
import * as sentences from '#words/en/booking/confirmation-sentences.tsx'
import { Booking } from '../flow/booking-provider.tsx'
import { ConfirmationFrame } from '../flow/confirmation-frame.tsx'
import { BlockItem } from './block-item.tsx'

/** The appointments of siblings that were booked, and what to do next. Takes the focus. */
export default function SiblingsConfirmation() {
  const [first, ...others] = Booking.useSelector(({ context }) => context.bookings) ?? []
  if (!first) return null
  const bookings = [first, ...others] as const
  return (
    <ConfirmationFrame bookings={bookings} moment={momentOf(first)}>
      <section
        aria-label={formats.day(first.date)}
        className="grid gap-4 rounded-2xl bg-base-200 p-5"
      >
        <h2 className="text-xl">{formats.fullDay(first.date)}</h2>
        <ul className="grid gap-4">
          {bookings.map((booking) => (
            <li
              key={booking._id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
            >
              <div className="min-w-0 flex-1 basis-56">
                <BlockItem {...booking} />
              </div>
              <AddToCalendar
                appointmentId={booking._id}
                label={words.addToCalendar(booking.child?.name ?? booking.patientName)}
              />
            </li>
          ))}
        </ul>
        <p className="text-muted">{sentences.bookedBy(<bdi>{first.patientName}</bdi>)}</p>
      </section>
      <EmailNote email={first.patient} returnTo="/dashboard" />
      <WhereToCome />
      <Deadlines
        appointments={bookings.map((booking) => ({ ...booking, label: booking.child?.name ?? '' }))}
        className="text-muted"
      />
    </ConfirmationFrame>
  )
}
