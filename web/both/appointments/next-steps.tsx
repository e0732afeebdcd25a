import type { Appointment } from '#contract/booking/appointments.ts'
import { addressLine, thingsToBring } from '#contract/clinic/clinic-details.ts'
import { EmailNote } from '#web/both/emails/email-note.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'

/**
 * The next steps after a booking: the email, where to come, what to bring, and until when it can be changed.
 */
export function NextSteps({ booking }: { booking: Appointment }) {
  const clinic = useClinic()
  const things = thingsToBring(clinic)
  return (
    <section aria-label="What happens next" className="grid gap-4">
      <EmailNote email={booking.patient} returnTo={`/dashboard/appointment/${booking._id}`} />
      <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <div>
          <h2 className="text-base">Where</h2>
          <p>{addressLine(clinic)}</p>
        </div>
        {things.length > 0 && (
          <div>
            <h2 className="text-base">What to bring</h2>
            <ul className="list-disc pl-5">
              {things.map((thing) => (
                <li key={thing}>{thing}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <Deadlines appointments={[booking]} className="text-muted" />
      <div className="-my-2 -ml-6">
        <AddToCalendar appointmentId={booking._id} />
      </div>
    </section>
  )
}
