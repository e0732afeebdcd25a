import { useEffect, useId, useRef } from 'react'
import { describeSpaces } from '#contract/booking/slots.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { describeAges } from '#contract/families/ages.ts'
import { formatPrice } from '#contract/money.ts'
import type { Treatment } from '#contract/schedule/treatments.ts'
import { Illustration } from '#web/components/brand/illustration.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { homeTreatments } from '../home/treatments-content.ts'
import { CardsSkeleton } from './appointment/appointment-skeleton.tsx'
import { useBookedFamily } from './booked-family.ts'
import { Booking, dialogOf } from './booking-provider.tsx'
import { describeMisfit } from './describe-misfit.ts'
import { Notice } from './notice.tsx'

interface TreatmentsSectionProps {
  /** The next bookable day, offered when this one is full. */
  nextDay: IsoDate | undefined
  onChooseDay: (day: IsoDate) => void
  /** Called after a treatment has been chosen. */
  onChosen: () => void
}

/** The chosen day's treatments. */
export function TreatmentsSection({ nextDay, onChooseDay, onChosen }: TreatmentsSectionProps) {
  const titleId = useId()
  const isForFamily = useBookedFamily() !== null
  const date = Booking.useSelector(({ context }) => context.date)
  const treatments = Booking.useSelector(({ context }) => context.treatments)
  const lost = Booking.useSelector((snapshot) =>
    snapshot.matches({ treatment: { choosing: 'treatmentFull' } })
      ? snapshot.context.treatment
      : null,
  )
  const loading = Booking.useSelector((snapshot) => snapshot.matches({ date: 'loadingTreatments' }))
  const failed = Booking.useSelector((snapshot) => snapshot.matches({ date: 'loadFailed' }))
  const ready = !loading && !failed
  // A day that is loaded again keeps its cards, disabled, until then.
  const known = ready || (loading && treatments.length > 0)
  const full = treatments.every(({ slots }) => slots.length === 0)

  return (
    <section aria-labelledby={titleId} aria-busy={loading}>
      <h2 id={titleId} className="text-3xl">
        Available appointments on {formatWireDate(date)}
      </h2>
      {lost && (
        <Notice>
          {lost.name} is now fully booked on {formatWireDate(date)}. Please choose another treatment
          or day.
        </Notice>
      )}
      {loading && !known && <CardsSkeleton />}
      {failed && <LoadFailed />}
      {ready && full && (
        <div className="mt-4 flex flex-wrap items-center gap-4 text-muted">
          <p>This day is fully booked.</p>
          {nextDay && (
            <Button look="secondary" onClick={() => onChooseDay(nextDay)}>
              Show {formatWireDate(nextDay)}
            </Button>
          )}
        </div>
      )}
      {known && (
        <ul className={`mt-6 grid gap-5 sm:grid-cols-2 ${isForFamily ? '' : 'lg:grid-cols-3'}`}>
          {treatments.map((treatment) => (
            <li key={treatment._id}>
              <TreatmentCard treatment={treatment} onChosen={onChosen} />
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
  const canReload = Booking.useSelector((snapshot) => snapshot.can({ type: 'treatments.reload' }))
  const slotsAreGone = Booking.useSelector(({ context }) => context.treatment !== null)
  const frame = useRef<HTMLDivElement>(null)

  // Takes the focus only if it was on a slot that is gone.
  useEffect(() => {
    if (slotsAreGone) frame.current?.focus()
  }, [slotsAreGone])

  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <ErrorState
        title="We couldn’t load appointments"
        onRetry={() => send({ type: 'treatments.reload' })}
        retrying={!canReload}
      >
        {message}
      </ErrorState>
    </div>
  )
}

interface TreatmentCardProps {
  treatment: Treatment
  /** Called after the treatment has been chosen. */
  onChosen: () => void
}

/** A treatment of the day with its price and free spaces. */
function TreatmentCard({ treatment, onChosen }: TreatmentCardProps) {
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
  const misfit = Booking.useSelector(({ context: { children, child, date } }) => {
    const known = children?.find(({ _id }) => _id === child)
    return known && describeMisfit(known, date, treatment)
  })
  const isForFamily = useBookedFamily() !== null
  const picture = isForFamily
    ? undefined
    : homeTreatments.find(({ name }) => name === treatment.name)?.img

  return (
    <Card
      className={`flex h-full flex-col gap-5 md:p-6 ${chosen ? 'outline-3 outline-primary' : ''}`}
    >
      <div className="mb-auto flex items-center gap-4">
        {picture && (
          <Illustration
            src={picture}
            width={200}
            height={200}
            className={`w-20 shrink-0 ${free ? '' : 'opacity-60 grayscale'}`}
          />
        )}
        <div className="min-w-0">
          <h3 id={nameId} className="text-xl wrap-break-word">
            <BreakAfterSlash text={treatment.name} />
          </h3>
          <p className="mt-1 text-xl font-extrabold text-primary">{formatPrice(treatment.price)}</p>
          {ages && <p className="text-muted">{ages}</p>}
          {misfit && <p className="font-semibold text-error wrap-anywhere">{misfit}</p>}
          <p className={`font-semibold ${free ? 'text-muted' : 'text-error'}`}>
            {describeSpaces(treatment.spaces ?? treatment.slots.length - outside)}
            {outside > 0 && `, ${outside} outside of the hours`}
          </p>
        </div>
      </div>
      <Button
        look={chosen ? 'primary' : 'secondary'}
        wide
        disabled={!enabled}
        aria-describedby={nameId}
        aria-current={chosen || undefined}
        className="disabled:border-base-300 disabled:bg-base-200 disabled:text-muted"
        onClick={() => {
          send(choose)
          onChosen()
        }}
      >
        Select Treatment
      </Button>
    </Card>
  )
}
