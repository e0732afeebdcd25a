import type { Appointment } from '#contract/booking/appointments.ts'
import { formats } from '#contract/formats/formats.ts'
import { AddToCalendar } from '#web/both/appointments/add-to-calendar.tsx'
import { WhereToCome } from '#web/both/appointments/where-to-come.tsx'
import { EmailNote } from '#web/both/emails/email-note.tsx'
import * as appointmentWords from '#words/en/payments/appointment.ts'
import * as words from '#words/en/payments/payment.ts'
import * as sentences from '#words/en/payments/payment-sentences.tsx'
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
      title={booked.length === 1 ? words.appointmentIsBooked : words.appointmentsAreBooked}
    >
      <section aria-label={appointmentWords.whatHappensNext} className="grid gap-4">
        <EmailNote email={first.patient} returnTo="/dashboard" />
        <WhereToCome />
        <ul className="grid gap-2">
          {booked.map(({ _id, date, slot, child }) => {
            const day = formats.fullDay(date)
            const time = (
              <>
                <strong>{day}</strong> <span className="inline-block">{formats.slot(slot)}</span>
              </>
            )
            const name = child ? `${child.name}, ${day}` : day
            return (
              <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4">
                <p className="wrap-anywhere">
                  {child ? sentences.timeForChild(time, <bdi>{child.name}</bdi>) : time}
                </p>
                <AddToCalendar
                  appointmentId={_id}
                  label={appointmentWords.addThatToCalendar(name)}
                />
              </li>
            )
          })}
        </ul>
      </section>
    </BookedCard>
  )
}
