import { useId } from 'react'
import { isOwed, isReoffered } from '#contract/booking/appointment-status.ts'
import type { Appointment } from '#contract/booking/appointments.ts'
import { addressLine, thingsToBring } from '#contract/clinic/clinic-details.ts'
import { daysBetween, type IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import { isolate } from '#contract/names.ts'
import { AddToCalendar } from '#web/both/appointments/add-to-calendar.tsx'
import { movePage } from '#web/both/appointments/address-parameters.ts'
import { dayOf } from '#web/both/appointments/appointment-order.ts'
import { momentOf } from '#web/both/appointments/moment.ts'
import { DoctorPlace } from '#web/both/doctors/doctor-place.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import { Face } from '#web/components/people/face.tsx'
import { ReofferMark, StatusChip } from '#web/components/status-chip.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { OwnText, useOwnText } from '#web/lib/own-words.tsx'
import * as language from '#words/en/language.ts'
import * as words from '#words/en/visits/appointments.ts'
import * as who from '#words/en/visits/who-sentences.tsx'
import { AppointmentState, PayLink } from './appointment-lists.tsx'

const relative = new Intl.RelativeTimeFormat(language.LOCALE, { numeric: 'auto' })

interface NextAppointmentProps {
  /** At least one; all begin at the same time. */
  appointments: readonly Appointment[]
  /** The clinic's today. */
  today: IsoDate
  /** The look of the Pay button. */
  payLook: 'primary' | 'secondary'
}

/** The next appointment, or siblings' next appointments: what, when, where, what to bring, and whether it is paid. */
export function NextAppointment({ appointments, today, payLook }: NextAppointmentProps) {
  const clinic = useClinic()
  const titleId = useId()
  const bringId = useId()
  const [first] = appointments
  if (!first) return null
  const things = thingsToBring(clinic)
  const when = relative.format(daysBetween(today, dayOf(first)), 'day')
  const isOne = appointments.length === 1

  return (
    <section aria-labelledby={titleId}>
      <Card className="grid gap-4 max-md:p-5 md:py-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 content-start gap-4">
          <div>
            <h2 id={titleId} className="font-bold text-primary">
              {isOne ? words.nextAppointment(when) : words.nextAppointments(when)}
            </h2>
            <p className="mt-1 text-2xl leading-tight font-extrabold md:text-4xl">
              {momentOf(first)}
            </p>
            {isOne && (
              <p className="mt-1 text-xl leading-tight font-extrabold wrap-break-word">
                <OwnText as={BreakAfterSlash}>{first.treatment}</OwnText>
              </p>
            )}
            {isOne && (
              <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 font-bold">
                <People appointment={first} />
              </p>
            )}
          </div>
          <p className="text-muted wrap-break-word max-md:text-sm">
            {isolate(addressLine(clinic))}
          </p>
        </div>
        <div className="min-w-0 xl:col-span-2">
          {isOne ? (
            <Steps appointment={first} payLook={payLook} />
          ) : (
            <ul className="grid gap-4">
              {appointments.map((appointment) => (
                <li key={appointment._id} className="border-t border-base-300 pt-3">
                  <p className="text-xl leading-tight font-extrabold wrap-break-word">
                    <OwnText as={BreakAfterSlash}>{appointment.treatment}</OwnText>
                  </p>
                  <p className="mt-1 mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 font-bold">
                    <People appointment={appointment} />
                  </p>
                  <Steps appointment={appointment} payLook={payLook} isNamed />
                </li>
              ))}
            </ul>
          )}
        </div>
        {things.length > 0 && (
          <div className="min-w-0 self-start xl:col-start-2 xl:row-start-1 rounded-3xl bg-base-200 px-5 py-4 max-md:text-sm">
            <h3 id={bringId}>{words.whatToBring}</h3>
            <ul aria-labelledby={bringId} className="mt-2 grid list-disc gap-1 ps-5">
              {things.map((thing) => (
                <li key={thing}>
                  <OwnText>{thing}</OwnText>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Card>
    </section>
  )
}

/** The patient and the doctor. */
function People({ appointment: { child, patientName, doctor } }: { appointment: Appointment }) {
  return (
    <>
      <span className="inline-flex min-w-0 items-center gap-2">
        {child && <Face id={child._id} name={child.name} />}
        <span className="min-w-0 wrap-anywhere">
          {who.forPatient(<bdi>{child?.name ?? patientName}</bdi>)}
        </span>
      </span>
      {doctor && (
        <span className="inline-flex min-w-0 items-center gap-2">
          <DoctorPlace name={doctor} className="w-7" />
          <span className="min-w-0 wrap-anywhere">{who.withDoctor(<bdi>{doctor}</bdi>)}</span>
        </span>
      )}
    </>
  )
}

interface StepsProps {
  appointment: Appointment
  /** The look of the Pay button. */
  payLook: 'primary' | 'secondary'
  /** There are several: the labels say which one. */
  isNamed?: boolean
}

/** Price and payment of an appointment, and what can be done with it. */
function Steps({ appointment, payLook, isNamed = false }: StepsProps) {
  const { _id, treatment, date, price, child, patientName } = appointment
  const patient = child?.name ?? patientName
  const name = useOwnText()(treatment)
  const what = isNamed ? words.treatmentFor(name, patient) : name
  const day = formats.day(date)
  const isUnpaid = isOwed(appointment)
  return (
    <div className="grid gap-x-5 gap-y-3 xl:grid-cols-[auto_minmax(0,1fr)] xl:items-center">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-2xl font-extrabold whitespace-nowrap tabular-nums">
          {formatPrice(price)}
        </p>
        <ReofferMark appointment={appointment} />
        {isUnpaid ? <StatusChip status="To pay" /> : <AppointmentState appointment={appointment} />}
      </div>
      <div className="grid max-w-xl grid-cols-[repeat(auto-fill,minmax(max(5.5rem,(100%_-_1rem)/3),1fr))] gap-2 *:rounded-3xl *:px-2">
        {isUnpaid ? (
          <PayLink appointment={appointment} look={payLook}>
            {words.pay}
          </PayLink>
        ) : (
          <ButtonLink
            look="secondary"
            to={`/dashboard/appointment/${_id}`}
            aria-label={words.detailsOf(what, day)}
          >
            {words.details}
          </ButtonLink>
        )}
        <ButtonLink
          look="secondary"
          to={movePage(_id)}
          aria-label={words.moveOrCancelOf(what, day)}
        >
          {words.moveOrCancel}
        </ButtonLink>
        <AddToCalendar
          appointmentId={_id}
          isEqual
          {...(isNamed && { label: words.addToCalendarFor(patient) })}
        />
      </div>
      {appointment.mayChange !== false && !isReoffered(appointment) && (
        <Deadlines
          appointments={[appointment]}
          className="text-sm text-muted xl:col-span-2 xl:flex xl:flex-wrap xl:gap-x-4"
        />
      )}
    </div>
  )
}
