import type { Appointment } from '#contract/booking/appointments.ts'
import { EmailNote } from '#web/both/emails/email-note.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import * as words from '#words/en/payments/appointment.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import { WhereToCome } from './where-to-come.tsx'

/**
 * The next steps after a booking: the email, where to come, what to bring, and until when it can be changed.
 */
export function NextSteps({ booking }: { booking: Appointment }) {
  return (
    <section aria-label={words.whatHappensNext} className="grid gap-4">
      <EmailNote email={booking.patient} returnTo={`/dashboard/appointment/${booking._id}`} />
      <WhereToCome />
      <Deadlines appointments={[booking]} className="text-muted" />
      <div className="-my-2 -ms-6 forced-colors:ms-0">
        <AddToCalendar appointmentId={booking._id} />
      </div>
    </section>
  )
}
