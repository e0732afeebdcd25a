import type { Appointment } from '#contract/booking/appointments.ts'
import { addWeekday } from '#contract/dates.ts'
import { AddToCalendar } from '#web/both/appointments/add-to-calendar.tsx'
import { WhereToCome } from '#web/both/appointments/where-to-come.tsx'
import { EmailNote } from '#web/both/emails/email-note.tsx'
import { BookedCard } from './booked-panel.tsx'

interface BookedTogetherPanelProps {
  appointments: readonly Appointment[]
}

/** Shown after a booking for siblings or of a series, below its bill: confirms it and says what happens next. */
export default function BookedTogetherPanel({ appointments }: BookedTogetherPanelProps) {
  const booked = appointments.filter(({ status, outcome }) => status === 'booked' && !outcome)
  const [first] = booked
  if (!first) return null
  return (
    <BookedCard
      title={booked.length === 1 ? 'Your appointment is booked' : 'Your appointments are booked'}
    >
      <section aria-label="What happens next" className="grid gap-4">
        <EmailNote email={first.patient} returnTo="/dashboard" />
        <WhereToCome />
        <ul className="grid gap-2">
          {booked.map(({ _id, date, slot, child }) => {
            const day = addWeekday(date)
            const name = child ? `${child.name}, ${day}` : day
            return (
              <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4">
                <p className="wrap-anywhere">
                  <strong>{day}</strong> <span className="inline-block">{slot}</span>
                  {child && (
                    <>
                      , for <bdi>{child.name}</bdi>
                    </>
                  )}
                </p>
                <AddToCalendar appointmentId={_id} label={`Add to calendar: ${name}`} />
              </li>
            )
          })}
        </ul>
      </section>
    </BookedCard>
  )
}
