import { useEffect, useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { count } from '#contract/count.ts'
import type { IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import { describeAges } from '#contract/guardians/describe-ages.ts'
import { formatPrice } from '#contract/money.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { useBookedFamily } from '#web/both/appointments/booked-family.ts'
import { Notice } from '#web/both/times/notice.tsx'
import { Illustration } from '#web/components/brand/illustration.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { useInBrowser } from '#web/components/use-in-browser.ts'
import { OwnText, useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/booking/treatments.ts'
import { CardsSkeleton } from './appointment-skeleton.tsx'
import { childNote, nextFreeDay } from './chunks.ts'
import { Booking, dialogOf, useCan, useIsIn } from './flow/booking-provider.tsx'
import { TREATMENT_PICTURES } from './treatments-content.ts'

interface TreatmentsSectionProps {
  /** The next bookable day, offered when this one is full. */
  nextDay: IsoDate | undefined
  onChooseDay: (day: IsoDate) => void
  /** Called after a treatment was chosen. */
  onChosen: () => void
}

/** The chosen day's treatments. */
export function TreatmentsSection({ nextDay, onChooseDay, onChosen }: TreatmentsSectionProps) {
  const titleId = useId()
  const own = useOwnText()
  const family = useBookedFamily()
  const isForFamily = family !== null
  const isSqueeze = Boolean(family?.squeeze)
  const date = Booking.useSelector(({ context }) => context.date)
  const day = formats.fullDay(date)
  const treatments = Booking.useSelector(({ context }) => context.treatments)
  const lost = Booking.useSelector((snapshot) =>
    snapshot.matches({ treatment: { choosing: 'treatmentFull' } })
      ? snapshot.context.treatment
      : null,
  )
  const loading = useIsIn({ date: 'loadingTreatments' })
  const failed = useIsIn({ date: 'loadFailed' })
  const ready = !loading && !failed
  // A day that is loading again keeps its cards, disabled.
  const known = ready || (loading && treatments.length > 0)
  const full = treatments.every(({ slots }) => slots.length === 0)

  return (
    <section aria-labelledby={titleId} aria-busy={loading}>
      <h2 id={titleId} className="text-2xl md:text-3xl">
        {isSqueeze ? `Taken times on ${day}` : words.availableOn(day)}
      </h2>
      {lost && <Notice>{words.nowFull(own(lost.name), day)}</Notice>}
      {loading && !known && <CardsSkeleton />}
      {failed && <LoadFailed />}
      {ready && full && (
        <div className="mt-4 flex flex-wrap items-center gap-4 text-muted">
          <p>{isSqueeze ? 'No times of this day are taken.' : words.dayIsFull}</p>
          {nextDay && !isSqueeze && (
            <Button look="secondary" onClick={() => onChooseDay(nextDay)}>
              {words.showDay(formats.fullDay(nextDay))}
            </Button>
          )}
        </div>
      )}
      {known && (
        <ul
          className={`mt-4 grid gap-2 sm:grid-cols-2 md:mt-6 md:gap-5 ${isForFamily ? '' : 'lg:max-xl:grid-cols-3'}`}
        >
          {treatments.map((treatment) => (
            <li key={treatment._id}>
              <TreatmentCard treatment={treatment} onChooseDay={onChooseDay} onChosen={onChosen} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function LoadFailed() {
  const { send } = Booking.useActorRef()
  const message = Booking.useSelector(({ context }) => context.message)
  const canReload = useCan({ type: 'treatments.reload' })
  const slotsAreGone = Booking.useSelector(({ context }) => context.treatment !== null)
  const frame = useRef<HTMLDivElement>(null)

  // Takes the focus only if it was on a slot that no longer exists.
  useEffect(() => {
    if (slotsAreGone) frame.current?.focus()
  }, [slotsAreGone])

  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <ErrorState
        title={words.appointmentsDidNotLoad}
        onRetry={() => send({ type: 'treatments.reload' })}
        retrying={!canReload}
      >
        {message}
      </ErrorState>
    </div>
  )
}

/** How many spaces a treatment has left: docs/requirements.md#treatment-cards. */
function describeSpaces(count: number): string {
  return count === 0 ? words.tryAnotherDate : words.spacesAvailable(count)
}

interface TreatmentCardProps {
  treatment: Treatment
  onChooseDay: (day: IsoDate) => void
  /** Called after the treatment was chosen. */
  onChosen: () => void
}

/** A treatment of the day with its price and free spaces. */
function TreatmentCard({ treatment, onChooseDay, onChosen }: TreatmentCardProps) {
  const { send } = Booking.useActorRef()
  const nameId = useId()
  const free = treatment.slots.length > 0
  const outside = treatment.outsideHours?.length ?? 0
  const choose = { type: 'treatment.choose', treatment } as const
  // Looks enabled behind the open dialog, which blocks it anyway.
  const enabled = Booking.useSelector(
    (snapshot) => snapshot.can(choose) || (dialogOf(snapshot) === 'appointment' && free),
  )
  const chosen = Booking.useSelector(
    (snapshot) =>
      !snapshot.matches({ treatment: 'choosing' }) &&
      snapshot.context.treatment?._id === treatment._id,
  )
  const { minAgeMonths = null, maxAgeMonths = null } = treatment
  const ages = describeAges({ minAgeMonths, maxAgeMonths })
  const date = Booking.useSelector(({ context }) => context.date)
  const family = useBookedFamily()
  const isForFamily = family !== null
  const isSqueeze = family?.squeeze === true
  // The server renders without what is loaded later.
  const isInBrowser = useInBrowser()
  const hasChild = Booking.useSelector(({ context }) => Boolean(context.child)) && isInBrowser
  // Not while the day is loading again, when its spaces are unknown.
  const isFull = Booking.useSelector((snapshot) => !free && !snapshot.matches('date'))
  const picture = isForFamily ? undefined : TREATMENT_PICTURES[treatment.name]

  const [first] = treatment.slots.filter((slot) => !treatment.outsideHours?.includes(slot))

  return (
    <Card
      className={`relative flex h-full items-center gap-3 max-md:flex-wrap max-md:px-3 max-md:py-2 md:flex-col md:items-stretch md:gap-5 md:p-6 ${
        chosen ? 'outline-3 outline-primary' : ''
      } ${enabled ? 'has-[button:hover]:bg-leaf' : ''}`}
    >
      {/* On phones the button moves below a text that is enlarged. */}
      <div className="flex min-w-0 flex-1 items-center gap-3 max-md:basis-[min(100%,9rem)] md:mb-auto md:gap-4">
        {picture && (
          <Illustration
            src={picture}
            width={200}
            height={200}
            className={`w-12 shrink-0 md:w-14 xl:w-20 ${free ? '' : 'opacity-60 grayscale'}`}
          />
        )}
        <div className="min-w-0 flex-1 gap-x-3 max-md:text-sm max-md:leading-tight md:grid md:grid-cols-[1fr_auto] md:*:col-span-full">
          <h3
            id={nameId}
            className="text-base wrap-break-word md:col-span-1! md:text-lg xl:text-xl"
          >
            <OwnText as={BreakAfterSlash}>{treatment.name}</OwnText>
          </h3>
          <p className="text-muted md:contents">
            <span className="font-extrabold whitespace-nowrap text-primary md:text-end md:text-lg xl:text-xl">
              {formatPrice(treatment.price)}
            </span>
            {first && (
              <span className="font-semibold md:col-span-full md:first-letter:uppercase">
                <span className="md:hidden"> · </span>
                <span className="inline-block">{words.firstAt(formats.slotStart(first))}</span>
              </span>
            )}
          </p>
          {ages && <p className="text-muted">{ages}</p>}
          {hasChild && <LazyComponent chunk={childNote} props={{ treatment }} waiting={null} />}
          <p className={`font-semibold ${free ? 'text-muted' : 'text-error'}`}>
            {isSqueeze
              ? count(outside, 'taken time')
              : describeSpaces(treatment.spaces ?? treatment.slots.length - outside)}
            {outside > 0 && !isSqueeze && `, ${outside} outside opening hours`}
          </p>
          {isFull && isInBrowser && !isSqueeze && (
            <LazyComponent
              chunk={nextFreeDay}
              props={{ treatment, date, onChoose: onChooseDay }}
              waiting={null}
            />
          )}
          {isFull && !isForFamily && (
            <Link
              to={`/dashboard/waitlist?${new URLSearchParams({ treatment: treatment.name, date })}`}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 max-md:min-h-9"
            >
              {words.joinWaitingList}
            </Link>
          )}
        </div>
      </div>
      {/* The whole card can be pressed. */}
      <Button
        look={chosen ? 'primary' : 'secondary'}
        disabled={!enabled}
        aria-describedby={nameId}
        aria-current={chosen || undefined}
        className="shrink-0 active:[scale:none]! enabled:after:absolute enabled:after:inset-0 enabled:after:rounded-[inherit] disabled:border-base-300 disabled:bg-base-200 disabled:text-muted max-md:w-min max-md:px-3 max-md:text-sm max-md:leading-tight md:w-full"
        onClick={() => {
          send(choose)
          onChosen()
        }}
      >
        {words.selectTreatment}
      </Button>
    </Card>
  )
}
