import { useEffect, useId, useRef } from 'react'
import { formatWireDate } from '../../../contract/dates.ts'
import { formatPrice } from '../../../contract/money.ts'
import { BreakAfterSlash } from '../../components/break-after-slash.tsx'
import { Booking } from './booking-provider.tsx'
import { SlotButton } from './slot-button.tsx'
import { SlotsNotice } from './slots-notice.tsx'

interface SlotsSectionProps {
  /** How often a treatment was chosen: each time the page jumps here. */
  jumps: number
}

/** The free slots of the chosen treatment, in 3 to 4 columns. */
export function SlotsSection({ jumps }: SlotsSectionProps) {
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const date = Booking.useSelector(({ context }) => context.date)
  const treatment = Booking.useSelector(({ context }) => context.treatment)
  const nearest = Booking.useSelector(({ context }) => context.refusal?.alternatives)
  const refreshing = Booking.useSelector((snapshot) => snapshot.matches({ browsing: 'refreshing' }))

  useEffect(() => {
    if (jumps === 0) return
    title.current?.scrollIntoView({ block: 'start' })
    title.current?.focus({ preventScroll: true })
  }, [jumps])

  if (!treatment) return null
  return (
    <section aria-labelledby={titleId} aria-busy={refreshing}>
      <h2 ref={title} id={titleId} tabIndex={-1} className="text-3xl wrap-break-word">
        Choose a time for <BreakAfterSlash text={treatment.name} />
      </h2>
      <p className="mt-2 text-muted">
        {formatWireDate(date)}, {formatPrice(treatment.price)}
      </p>
      <SlotsNotice />
      <ul
        className={`mt-6 grid grid-cols-3 gap-2 sm:gap-3 lg:grid-cols-4 ${refreshing ? 'opacity-60' : ''}`}
      >
        {treatment.slots.map((slot) => (
          <li key={slot}>
            <SlotButton slot={slot} near={nearest?.includes(slot) ?? false} />
          </li>
        ))}
      </ul>
    </section>
  )
}
