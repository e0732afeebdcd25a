import type { ReactNode } from 'react'
import type { AppointmentStatus } from '#contract/booking/appointment-status.ts'
import type { Appointment } from '#contract/booking/appointments.ts'
import { formats } from '#contract/formats/formats.ts'
import { formatAmount } from '#contract/money.ts'
import { describePlace } from '#web/both/appointments/place-in-series.ts'
import { Face } from '#web/components/people/face.tsx'
import { StatusChip } from '#web/components/status-chip.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/payments/appointment.ts'
import * as sentences from '#words/en/payments/appointment-sentences.tsx'

interface PaymentSummaryProps {
  appointment: Appointment
  status: AppointmentStatus
  /** Lines below the facts. */
  children?: ReactNode
}

/** Fills a line, up to something short at its end. */
const BESIDE_SHORT = 'flex-1 basis-[calc(100%-8rem)]'

/** What is paid for in three lines, so that the Pay button is on the first screen of a phone. */
export function PaymentSummary({ appointment, status, children }: PaymentSummaryProps) {
  const { treatment, date, slot, doctor, child, shared, patientName, price } = appointment
  const place = describePlace(appointment)
  // A guardian does not see who booked for the child.
  const patient = child?.name ?? (shared ? null : patientName)
  return (
    <div className="leaf grid gap-1 bg-base-100 px-5 py-3 shadow-soft *:min-w-0 md:px-8 md:py-5">
      {/* The time goes below a date that leaves it too little room. */}
      <dl className="flex flex-wrap items-center gap-x-2 leading-snug wrap-anywhere max-md:text-sm *:min-w-0">
        <div className={BESIDE_SHORT}>
          <dt className="sr-only">{words.treatment}</dt>
          <dd>
            <h1 className="text-lg md:text-2xl">
              <OwnText as={BreakAfterSlash}>{treatment}</OwnText>
            </h1>
          </dd>
        </div>
        <div className="ms-auto text-end">
          <dt className="sr-only">{words.price}</dt>
          <dd className="text-xl leading-tight font-extrabold whitespace-nowrap tabular-nums md:text-2xl">
            {formatAmount(price)}
          </dd>
        </div>
        <div>
          <dt className="sr-only">{words.date}</dt>
          <dd>
            <bdi>{formats.fullDay(date)}</bdi>
          </dd>
        </div>
        <div className="grow">
          <dt className="sr-only">{words.slot}</dt>
          <dd>
            <bdi>{formats.slot(slot)}</bdi>
          </dd>
        </div>
        <div className={BESIDE_SHORT}>
          <dt className="sr-only">{words.patient}</dt>
          <dd className="flex items-center gap-1.5">
            {child && <Face id={child._id} name={child.name} size="xs" />}
            <span className="min-w-0">
              {patient !== null && <>{sentences.forPatient(<bdi>{patient}</bdi>)} </>}
              {doctor && sentences.withDoctor(<bdi>{doctor}</bdi>)}
            </span>
          </dd>
        </div>
        <div className="ms-auto text-end">
          <dt className="sr-only">{words.status}</dt>
          <dd>
            <StatusChip status={status} />
          </dd>
        </div>
        {shared && (
          <div className="flex w-full gap-x-1 text-muted">
            <dt>{words.bookedBy}</dt>
            <dd>{words.anotherGuardian}</dd>
          </div>
        )}
      </dl>
      {place && <p className="text-sm font-semibold text-muted">{place}</p>}
      {children}
    </div>
  )
}
