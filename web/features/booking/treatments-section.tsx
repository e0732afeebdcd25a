import { useEffect, useId, useRef } from 'react'
import { formatWireDate, type IsoDate } from '../../../contract/dates.ts'
import { Button } from '../../components/button.tsx'
import { ErrorState } from '../../components/states.tsx'
import { CardsSkeleton } from './appointment-skeleton.tsx'
import { Booking } from './booking-provider.tsx'
import { Notice } from './notice.tsx'
import { TreatmentCard } from './treatment-card.tsx'

interface TreatmentsSectionProps {
  /** The next day that can be booked, for when this one is full. */
  nextDay: IsoDate | undefined
  onChooseDay: (day: IsoDate) => void
  /** Called after a treatment has been chosen. */
  onChosen: () => void
}

/** The treatments of the chosen day: waiting for them, without them, or as cards. */
export function TreatmentsSection({ nextDay, onChooseDay, onChosen }: TreatmentsSectionProps) {
  const titleId = useId()
  const date = Booking.useSelector(({ context }) => context.date)
  const treatments = Booking.useSelector(({ context }) => context.treatments)
  const lost = Booking.useSelector((snapshot) =>
    snapshot.matches({ browsing: { choosingTreatment: 'treatmentFull' } })
      ? snapshot.context.treatment
      : null,
  )
  const loading = Booking.useSelector((snapshot) =>
    snapshot.matches({ browsing: 'loadingTreatments' }),
  )
  const failed = Booking.useSelector((snapshot) => snapshot.matches({ browsing: 'loadFailed' }))
  const ready = !loading && !failed
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
      {loading && <CardsSkeleton />}
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
      {ready && (
        <ul className="mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
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

  // The focus was on one of the slots; from anywhere else it is not taken away.
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
