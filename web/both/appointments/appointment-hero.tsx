import { Fragment, type ReactNode } from 'react'
import type { AppointmentStatus } from '#contract/booking/appointment-status.ts'
import type { Appointment } from '#contract/booking/appointments.ts'
import { formats } from '#contract/formats/formats.ts'
import { formatAmount } from '#contract/money.ts'
import { DoctorPlace } from '#web/both/doctors/doctor-place.tsx'
import { Face } from '#web/components/people/face.tsx'
import { StatusChip } from '#web/components/status-chip.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/payments/appointment.ts'
import * as sentences from '#words/en/payments/appointment-sentences.tsx'
import { momentOf } from './moment.ts'
import { describePlace } from './place-in-series.ts'

interface AppointmentHeroProps {
  appointment: Appointment
  status: AppointmentStatus
  /** Nothing has to be paid, and nothing was paid. */
  isFree?: boolean
  /** A line below the facts. */
  children?: ReactNode
}

/** The top of an appointment's page: when, what, patient, doctor and status. */
export function AppointmentHero({
  appointment,
  status,
  isFree = false,
  children,
}: AppointmentHeroProps) {
  const { treatment, date, slot, doctor, child, shared, patientName, price } = appointment
  const place = describePlace(appointment)
  const facts = [
    { term: words.date, fact: formats.fullDay(date) },
    { term: words.slot, fact: formats.slot(slot) },
    { term: words.bookedBy, fact: shared ? words.anotherGuardian : patientName, isShown: true },
  ]
  return (
    <div className="leaf grid gap-4 bg-base-100 p-5 shadow-soft *:min-w-0 md:p-8">
      <div className="flex items-start justify-between gap-4">
        <div className="grid min-w-0 gap-2">
          <StatusChip status={status} />
          <h1 className="text-2xl md:text-4xl">
            {momentOf(appointment)
              .split(/(?<=·) /)
              .map((part, index) => (
                <Fragment key={part}>
                  {index > 0 && ' '}
                  <span className="whitespace-nowrap">{part}</span>
                </Fragment>
              ))}
          </h1>
          <h2 className="text-xl wrap-break-word">
            <OwnText as={BreakAfterSlash}>{treatment}</OwnText>
          </h2>
          {place && <p className="font-semibold text-muted">{place}</p>}
          {(child || doctor) && (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
              {child && (
                <span className="inline-flex min-w-0 items-center gap-2">
                  <Face id={child._id} name={child.name} />
                  <span>{sentences.forPatient(<bdi>{child.name}</bdi>)}</span>
                </span>
              )}
              {doctor && (
                <span className="inline-flex min-w-0 items-center gap-2">
                  <DoctorPlace name={doctor} className="w-7 md:hidden" />
                  <span>{sentences.withDoctor(<bdi>{doctor}</bdi>)}</span>
                </span>
              )}
            </p>
          )}
        </div>
        {doctor && <DoctorPlace name={doctor} className="w-24 max-md:hidden" />}
      </div>
      <dl className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-t border-base-300 pt-4">
        {facts.map(({ term, fact, isShown = false }) => (
          <div key={term} className="flex min-w-0 items-baseline gap-1 max-md:text-sm">
            <dt className={isShown ? 'shrink-0 text-muted' : 'sr-only'}>{term}</dt>
            <dd className="min-w-0 wrap-anywhere">
              <bdi>{fact}</bdi>
            </dd>
          </div>
        ))}
        {!isFree && (
          <div className="ms-auto">
            <dt className="sr-only">{words.price}</dt>
            <dd className="text-2xl leading-tight font-extrabold whitespace-nowrap tabular-nums">
              {formatAmount(price)}
            </dd>
          </div>
        )}
      </dl>
      {children}
    </div>
  )
}
