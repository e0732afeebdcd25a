import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ChangeOptions } from '#contract/booking/appointment-changes.ts'
import { addressLine } from '#contract/clinic/clinic-details.ts'
import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import { isolate } from '#contract/names.ts'
import {
  type ChangeObstacle,
  describeCashRefund,
  describeQuote,
  type RefundQuote,
} from '#contract/payments/refund-terms.ts'
import { describeQuoteToStaff } from '#contract/payments/staff-quote.ts'
import { canMove } from '#machines/reschedule/reschedule-machine.ts'
import { AddToCalendar } from '#web/both/appointments/add-to-calendar.tsx'
import { MOVE_PARAMETER } from '#web/both/appointments/address-parameters.ts'
import {
  type BookedFamily,
  familyPage,
  useBookedFamily,
} from '#web/both/appointments/booked-family.ts'
import { calendarOptions } from '#web/both/times/calendar-query.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import { focusInView, useFocusInView } from '#web/components/focus-in-view.ts'
import { Fold } from '#web/components/fold.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ListSkeleton, Spinner } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import * as words from '#words/en/payments/changes.ts'
import * as sentences from '#words/en/payments/changes-sentences.tsx'
import { refunds as wordsForStaff } from '#words/en/payments/for-staff.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { Change, RescheduleProvider, type RescheduleProviderProps } from './reschedule-provider.tsx'
import { useFirstDay } from './use-first-day.ts'

// Only a move needs the calendar.
const moveSection = componentChunk(() => import('./move-section.tsx'))

interface RescheduleSectionProps extends Omit<RescheduleProviderProps, 'children'> {
  /** What can be changed is shown on request: the payment comes first. */
  isFolded?: boolean
}

/** Moving and canceling an appointment, its terms, its calendar file and directions. */
export default function RescheduleSection({ isFolded = false, ...props }: RescheduleSectionProps) {
  return (
    <RescheduleProvider {...props}>
      <RescheduleScreens isFolded={isFolded} />
    </RescheduleProvider>
  )
}

function RescheduleScreens({ isFolded }: { isFolded: boolean }) {
  const { send } = Change.useActorRef()
  // Stays open when the user has looked at other times.
  const [isOpen, setOpen] = useState(false)
  const snapshot = Change.useSelector((current) => current)
  const { options, message } = snapshot.context
  useMoveOfAddress()
  if (snapshot.matches('notFound')) return null
  if (snapshot.matches('loading')) return <Spinner label={words.loadingChanges} />
  if (snapshot.matches('loadFailed')) {
    return (
      <ErrorState title={words.changesNotLoaded} onRetry={() => send({ type: 'retry' })}>
        {message}
      </ErrorState>
    )
  }
  if (!options) return null
  if (snapshot.matches('done')) return <DonePanel options={options} />
  return (
    <>
      {snapshot.matches('moving') ? (
        <LazyComponent
          chunk={moveSection}
          waiting={<ListSkeleton label={words.loadingTheTimes} />}
        />
      ) : (
        <OptionsCard options={options}>
          {isFolded ? (
            <Fold
              title={words.moveOrCancel}
              open={isOpen}
              onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
            >
              <div className="grid gap-3">
                <Ways options={options} />
              </div>
            </Fold>
          ) : (
            <Ways options={options} />
          )}
        </OptionsCard>
      )}
      {snapshot.matches('cancelling') && <CancelDialog options={options} />}
    </>
  )
}

/** Starts choosing another time if the address says so, once. */
function useMoveOfAddress(): void {
  const { send } = Change.useActorRef()
  const [parameters] = useSearchParams()
  const [isPending, setPending] = useState(parameters.has(MOVE_PARAMETER))
  const { isLoading } = useQuery(calendarOptions())
  const date = useFirstDay(Change.useSelector(({ context }) => context.options?.date) ?? '')
  const canStart = Change.useSelector((snapshot) => snapshot.can({ type: 'move.start', date }))
  const begin = useEffectEvent(() => {
    setPending(false)
    send({ type: 'move.start', date })
  })
  const isReady = isPending && canStart && !isLoading
  useEffect(() => {
    if (isReady) begin()
  }, [isReady])
}

interface OptionsCardProps {
  options: ChangeOptions
  /** The ways to change it. */
  children: ReactNode
}

/** The possible changes of the appointment, and their terms. */
function OptionsCard({ options, children }: OptionsCardProps) {
  const snapshot = Change.useSelector((current) => current)
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [parameters] = useSearchParams()
  const isWanted = parameters.has(MOVE_PARAMETER) && !canMove(options)
  useEffect(() => {
    if (isWanted) focusInView(title.current)
  }, [isWanted])
  const isForFamily = useBookedFamily() !== null
  const over = findOver(options)
  const isOver = over !== null
  return (
    <section aria-labelledby={titleId}>
      <Card className="grid gap-5 *:min-w-0 max-md:gap-3 max-md:p-5">
        <h2 ref={title} id={titleId} tabIndex={-1} className="text-2xl outline-none">
          {isOver ? words.questions : words.changeOfPlans}
        </h2>
        {snapshot.matches({ choosing: 'changed' }) && (
          <FormAlert>{words.changedMeanwhile(describeTime(options))}</FormAlert>
        )}
        {snapshot.matches('closed') ? (
          <Obstacle obstacle={over ?? options.cancelObstacle} />
        ) : (
          children
        )}
        {!isOver && options.cancelObstacle !== 'may_not_book' && !options.reoffered && (
          <Deadlines appointments={[options]} isForStaff={isForFamily} />
        )}
        {!isOver && !isForFamily && <Visit appointmentId={options._id} />}
      </Card>
    </section>
  )
}

/** `started`: the appointment has begun, and the clinic has not recorded an outcome. */
type Reason = ChangeObstacle | 'started'

/** Reasons why an appointment can no longer be changed. */
const OVER: readonly Reason[] = ['cancelled', 'checked_in', 'completed', 'missed', 'started']

/** Why nothing can be changed any longer; null while something can. */
export function findOver({ cancelObstacle, quote }: ChangeOptions): Reason | null {
  if (cancelObstacle && OVER.includes(cancelObstacle)) return cancelObstacle
  return quote.minutesBefore <= 0 ? 'started' : null
}

/** Text buttons; on phones stacked and aligned with the text. */
const QUIET = 'px-3 max-md:-mx-3 max-md:text-start'

/** The buttons, and why one of them is missing. */
function Ways({ options }: { options: ChangeOptions }) {
  const { send } = Change.useActorRef()
  const { date, canCancel, moveObstacle, cancelObstacle, illMoveUntil } = options
  const firstDay = useFirstDay(date)
  const isForFamily = useBookedFamily() !== null
  const isForIllness = !options.canMove && illMoveUntil !== null
  return (
    <>
      {/* Neither limit applies to staff. */}
      {!isForFamily && options.reoffered && <p className="text-muted">{words.freeToChange}</p>}
      {!isForFamily && options.canMove && !options.reoffered && (
        <p className="text-muted">{words.movesLeft(options.movesLeft)}</p>
      )}
      <Obstacle obstacle={moveObstacle} />
      {isForIllness && <p>{words.movableForIllness(formats.fullDay(illMoveUntil))}</p>}
      {cancelObstacle !== moveObstacle && <Obstacle obstacle={cancelObstacle} />}
      <div className="flex flex-wrap gap-3 max-md:grid max-md:justify-items-start max-md:gap-1">
        {canMove(options) && (
          <Button look="secondary" onClick={() => send({ type: 'move.start', date: firstDay })}>
            {isForIllness ? words.moveForIllness : words.move}
          </Button>
        )}
        {!isForFamily && options.canMove && !options.reoffered && (
          <ButtonLink
            to={`/dashboard/waitlist?${new URLSearchParams({ appointment: options._id, until: date })}`}
            look="quiet"
            className={QUIET}
          >
            {words.tellMeOfSooner}
          </ButtonLink>
        )}
        {canCancel && (
          <Button look="quiet" className={QUIET} onClick={() => send({ type: 'cancel.start' })}>
            {words.cancelAppointment}
          </Button>
        )}
      </div>
    </>
  )
}

const OBSTACLES: Record<Reason, string> = words.obstacles

/** Why something is not possible, and whose number to call. */
export function Obstacle({ obstacle }: { obstacle: Reason | null }) {
  const clinic = useClinic()
  const isForFamily = useBookedFamily() !== null
  if (obstacle === null) return null
  // Staff do not have to call.
  if (isForFamily) return <p>{OBSTACLES[obstacle]}</p>
  const call = OVER.includes(obstacle) ? sentences.canCall : sentences.pleaseCall
  return (
    <p>
      {OBSTACLES[obstacle]}{' '}
      {call(<PhoneLink of={clinic} className="font-bold whitespace-nowrap" />)}
    </p>
  )
}

/** For the day itself. */
function Visit({ appointmentId }: { appointmentId: string }) {
  const address = addressLine(useClinic())
  const directions = `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-base-300 pt-4">
      <div className="-ms-6 forced-colors:ms-0">
        <AddToCalendar appointmentId={appointmentId} />
      </div>
      <span className="text-muted">{isolate(address)}</span>
      <a
        href={directions}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
      >
        {words.getDirections}
      </a>
    </div>
  )
}

/** The outcome of the change. Takes the focus, so that screen readers announce it. */
export function DonePanel({ options }: { options: ChangeOptions }) {
  const { send } = Change.useActorRef()
  const isMoved = Change.useSelector((snapshot) => snapshot.matches({ done: 'moved' }))
  const agreed = Change.useSelector(({ context }) => context.agreed)
  const family = useBookedFamily()
  return (
    <Card className="grid justify-items-start gap-4">
      <DoneTitle>
        {family
          ? `The appointment has been ${isMoved ? 'moved' : 'canceled'}`
          : isMoved
            ? words.moved
            : words.canceled}
      </DoneTitle>
      {family?.patient && (
        <p className="font-bold wrap-break-word">
          <bdi>{family.patient}</bdi>, {options.treatment}
        </p>
      )}
      <p role="status">
        {family
          ? describeToStaff(isMoved ? options : null, agreed, family)
          : isMoved
            ? words.movedTo(describeTime(options))
            : describeRefund(agreed)}
      </p>
      {isMoved && (
        <Button look="secondary" onClick={() => send({ type: 'change.again' })}>
          {words.ok}
        </Button>
      )}
      {/* A family finds the link in the panel above. */}
      {!isMoved && family && (
        <div className="flex flex-wrap gap-3">
          {agreed?.atDesk && agreed.refund > 0 && (
            <ButtonLink to="/dashboard/refunds" look="secondary">
              Hand back
            </ButtonLink>
          )}
          <ButtonLink to={`${familyPage(family)}/book`} look="secondary">
            Make another appointment
          </ButtonLink>
        </div>
      )}
    </Card>
  )
}

function describeRefund(agreed: RefundQuote | null): string {
  if (agreed?.rule === 'other_payer' || agreed?.rule === 'unpaid') {
    return describeQuote(agreed, 'canceled')
  }
  const { refund = 0, atDesk } = agreed ?? {}
  if (refund === 0) return words.noPaymentRefunded
  return atDesk ? describeCashRefund(refund, 'canceled') : words.refundOnItsWay(formatPrice(refund))
}

/**
 * What was done, and whether an email informs the family, or staff have to call.
 * @param moved null: it is canceled
 */
function describeToStaff(
  moved: ChangeOptions | null,
  agreed: RefundQuote | null,
  family: BookedFamily,
): string {
  const done = moved ? `It is now on ${describeTime(moved)}.` : describeRefundToStaff(agreed)
  const what = moved ? 'the new time' : 'that it is canceled'
  return family.isReachable !== false
    ? `${done} We’ll email the family ${what}.`
    : `${done} No email reaches the family: tell them ${what}.`
}

/** Staff canceled, for the family or for the clinic. */
function describeRefundToStaff(agreed: RefundQuote | null): string {
  if (agreed?.rule === 'other_payer' || agreed?.rule === 'unpaid') {
    return describeQuoteToStaff(agreed)
  }
  const { refund = 0, atDesk } = agreed ?? {}
  if (refund === 0) return 'No payment is being refunded.'
  return atDesk
    ? `It was paid at the desk: please hand ${formatPrice(refund)} back.`
    : `${formatPrice(refund)} is refunded to the payer’s card. Banks usually take ${wordsForStaff.refundDays}.`
}

function describeTime({ date, slot, doctor }: ChangeOptions): string {
  return [formats.fullDay(date), formats.slot(slot), doctor?.name].filter(Boolean).join(', ')
}

function DoneTitle({ children }: { children: ReactNode }) {
  const title = useFocusInView<HTMLHeadingElement>('center')
  return (
    <h2 ref={title} tabIndex={-1} className="text-2xl outline-none">
      {children}
    </h2>
  )
}
