import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isOwed, isReoffered } from '#contract/booking/appointment-status.ts'
import type { Appointment } from '#contract/booking/appointments.ts'
import { describeOutcome } from '#contract/booking/outcome.ts'
import { formats } from '#contract/formats/formats.ts'
import { formatPrice, sumOfPrices } from '#contract/money.ts'
import { BOOKED_PARAMETER } from '#web/both/appointments/address-parameters.ts'
import { appointmentOptions } from '#web/both/appointments/appointments-api.ts'
import { Card } from '#web/components/card.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Face } from '#web/components/people/face.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { OwnText, useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/payments/bill.ts'
import * as paymentWords from '#words/en/payments/payment.ts'
import * as sentences from '#words/en/payments/payment-sentences.tsx'
import * as units from '#words/en/units.ts'
import { AppointmentNotFound, PaymentFlow, PaymentSkeleton } from './payment-page.tsx'
import type { PaymentProviderProps } from './payment-provider.tsx'
import { BILLS, isMissing } from './purchases.ts'

// Only while the clinic holds another time for one of them.
const needsAnswer = componentChunk(() => import('#web/family/waitlist/needs-answer.tsx'))

// Only right after a booking.
const bookedTogether = componentChunk(() => import('./booked-together-panel.tsx'))

/** Paying for several appointments with one card entry; the address names them. */
export default function BillPage() {
  const [parameters] = useSearchParams()
  const ids = parameters.get('appointments') ?? ''
  return (
    <>
      <PageTitle className="mb-4 md:mb-6">{words.payment}</PageTitle>
      <BillFlow key={ids} ids={ids.split(',')} isJustBooked={parameters.has(BOOKED_PARAMETER)} />
    </>
  )
}

interface BillFlowProps extends Pick<PaymentProviderProps, 'card'> {
  ids: readonly string[]
  /** The appointments were booked just now, or before a reload. */
  isJustBooked?: boolean
}

/** The appointments of a bill, which of them are paid for now, and their payment. */
export function BillFlow({ ids, card, isJustBooked = false }: BillFlowProps) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: [...BILLS, ids],
    queryFn: () =>
      Promise.all(ids.map((id) => client.query({ ...appointmentOptions(id), staleTime: 0 }))),
    retry: (failures, error) => failures < 3 && !isMissing(error),
  })
  if (query.data) {
    const appointments = query.data
    return (
      <div className="grid gap-4 *:min-w-0 md:gap-6">
        <Bill appointments={appointments} card={card} />
        {isJustBooked && (
          <LazyComponent chunk={bookedTogether} props={{ appointments }} waiting={null} />
        )}
      </div>
    )
  }
  if (query.isPending) return <PaymentSkeleton />
  if (isMissing(query.error)) return <AppointmentNotFound />
  return <LoadError title={paymentWords.appointmentNotLoaded} query={query} />
}

function Bill({
  appointments,
  card,
}: { appointments: readonly Appointment[] } & Pick<PaymentProviderProps, 'card'>) {
  // Past appointments are not ticked at first.
  const [chosen, setChosen] = useState(() => {
    const open = appointments.filter(isOwed)
    const toCome = open.filter(({ outcome }) => !outcome)
    return (toCome.length > 0 || open.length > 0 ? toCome : appointments).map(({ _id }) => _id)
  })
  const [isLocked, setLocked] = useState(false)
  const own = useOwnText()
  const open = appointments.filter(isOwed)
  const reoffered = appointments.filter(isReoffered)
  const listed = open.length > 0 ? open : appointments
  const billed = listed.filter(({ _id }) => chosen.includes(_id))

  const answers = reoffered.length > 0 && <Answers of={reoffered} />
  function toggle(id: string) {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    // In the order of the bill, not of the ticks.
    setChosen(appointments.map(({ _id }) => _id).filter((one) => next.includes(one)))
  }

  if (reoffered.length === appointments.length) return answers
  return (
    <div className="grid items-start gap-x-6 gap-y-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      {answers && <div className="xl:col-span-2">{answers}</div>}
      <Card className="grid gap-5 *:min-w-0">
        <h2 className="text-2xl">
          {billed.length < listed.length
            ? words.chosenOf(billed.length, listed.length)
            : units.appointments(listed.length)}
        </h2>
        <ul className="grid gap-4">
          {listed.map((appointment) => (
            <BillLine
              key={appointment._id}
              appointment={appointment}
              namesPatient={appointments.some(({ child }) => child)}
              isChosen={chosen.includes(appointment._id)}
              isLocked={isLocked || open.length === 0}
              onToggle={() => toggle(appointment._id)}
            />
          ))}
        </ul>
        <p
          role="status"
          className="flex items-baseline justify-between border-t border-base-300 pt-4"
        >
          <span className="text-sm text-muted">{words.total}</span>{' '}
          <strong className="text-2xl leading-tight font-extrabold xl:text-3xl">
            {formatPrice(sumOfPrices(billed))}
          </strong>
        </p>
        <Deadlines
          appointments={billed
            .filter(({ outcome, mayChange }) => !outcome && mayChange !== false)
            .map((appointment) => ({ ...appointment, label: labelOf(appointment, billed, own) }))}
        />
      </Card>
      {chosen.length > 0 ? (
        <PaymentFlow
          key={chosen.join()}
          appointmentIds={chosen}
          card={card}
          onLocked={setLocked}
          isBill
        />
      ) : (
        <Card>
          <p>{words.chooseAppointments}</p>
        </Card>
      )}
    </div>
  )
}

/** They are not on the bill: until a time is chosen for them, there is nothing to pay. */
function Answers({ of }: { of: readonly Appointment[] }) {
  const client = useQueryClient()
  return (
    <div className="grid gap-4">
      <p className="font-bold">{words.cannotTakePlace(of.length)}</p>
      <LazyComponent
        chunk={needsAnswer}
        props={{
          appointmentIds: of.map(({ _id }) => _id),
          onAnswered: () => void client.invalidateQueries({ queryKey: BILLS }),
        }}
        waiting={<ListSkeleton label={words.loadingAnswers} />}
      />
    </div>
  )
}

/** 'Mia', 'Allergy Testing, Paula Parent'; with the day where another one on the bill has the same. */
function labelOf(
  appointment: Appointment,
  billed: readonly Appointment[],
  own: (text: string) => string,
): string {
  const nameOf = ({ child, patientName, treatment }: Appointment) =>
    child ? child.name : `${own(treatment)}, ${patientName}`
  const label = nameOf(appointment)
  const isAlone = billed.filter((one) => nameOf(one) === label).length === 1
  return isAlone ? label : `${label}, ${formats.fullDay(appointment.date)}`
}

interface BillLineProps {
  appointment: Appointment
  /** One of the appointments is for a child. */
  namesPatient: boolean
  isChosen: boolean
  isLocked: boolean
  onToggle: () => void
}

/** One appointment with a box that takes it onto the bill. */
function BillLine({ appointment, namesPatient, isChosen, isLocked, onToggle }: BillLineProps) {
  const id = useId()
  const { treatment, date, slot, child, patientName, shared, outcome, price } = appointment
  const labels = [
    ...(outcome ? [describeOutcome(outcome)] : []),
    ...(shared ? [words.bookedByAnotherGuardian] : []),
  ]
  return (
    <li className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        className="mt-1 size-5 shrink-0 accent-primary"
        checked={isChosen}
        disabled={isLocked}
        onChange={onToggle}
      />
      <label htmlFor={id} className="flex min-w-0 flex-1 items-baseline justify-between gap-4">
        <span className="min-w-0">
          <span className="block font-bold wrap-break-word">
            <OwnText as={BreakAfterSlash}>{treatment}</OwnText>
          </span>
          {namesPatient && (
            <span className="flex items-center gap-1.5 wrap-anywhere">
              {child && <Face id={child._id} name={child.name} />}
              <span className="min-w-0">
                {sentences.forPatient(<bdi>{child?.name ?? patientName}</bdi>)}
              </span>
            </span>
          )}
          <span className="block text-sm text-muted">
            {formats.fullDay(date)}, <span className="inline-block">{formats.slot(slot)}</span>
          </span>
          {labels.map((label) => (
            <span key={label} className="block text-sm font-bold">
              {label}
            </span>
          ))}
        </span>
        <span className="font-bold tabular-nums">{formatPrice(price)}</span>
      </label>
    </li>
  )
}
