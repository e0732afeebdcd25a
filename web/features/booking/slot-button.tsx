import { Fragment } from 'react'
import { Booking } from './booking-provider.tsx'

interface SlotButtonProps {
  /** '09:00 AM - 09:30 AM' */
  slot: string
  /** It is one of the nearest to the slot that the visitor lost. */
  near: boolean
}

/** A free slot; choosing it opens the dialog. */
export function SlotButton({ slot, near }: SlotButtonProps) {
  const { send } = Booking.useActorRef()
  const choose = { type: 'slot.choose', slot } as const
  // Behind the dialog nothing can be pressed anyway, so nothing changes its looks.
  const enabled = Booking.useSelector(
    (snapshot) => snapshot.can(choose) || snapshot.matches('dialog'),
  )
  return (
    // Not `disabled`: the focus returns here from the dialog, also while the day is loaded again.
    <button
      type="button"
      aria-disabled={!enabled || undefined}
      onClick={() => send(choose)}
      className={`btn h-full flex-col gap-0 min-h-13 w-full rounded-2xl px-1 py-2 text-sm leading-tight font-bold sm:text-[0.95rem] aria-disabled:cursor-default ${
        near ? 'border-warning bg-honey' : 'border-line bg-base-100 hover:bg-leaf'
      }`}
    >
      <BreakAfterDash text={slot} />{' '}
      {near && <span className="text-sm font-semibold">close to your time</span>}
    </button>
  )
}

/** Where there is no room for a time on one line, it continues after its dash. */
function BreakAfterDash({ text }: { text: string }) {
  return (
    <span>
      {text.split(/(?<=-) /).map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ' '}
          <span className="whitespace-nowrap">{part}</span>
        </Fragment>
      ))}
    </span>
  )
}
