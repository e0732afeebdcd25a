import { useEffect, useId, useRef, useState } from 'react'
import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import { isOutsideHours, slotsOf } from '#contract/treatments/treatments.ts'
import { useBookedFamily } from '#web/both/appointments/booked-family.ts'
import { DoctorChoice, SlotGrid } from '#web/both/times/slot-choice.tsx'
import { focusInView } from '#web/components/focus-in-view.ts'
import { LazyComponent } from '#web/components/states/lazy-component.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { OwnText, useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/booking/slots.ts'
import { closeToYourTime } from '#words/en/site/day.ts'
import { missedNotice, refusalNotice } from './chunks.ts'
import { Booking, dialogOf } from './flow/booking-provider.tsx'

interface SlotsSectionProps {
  /** How often a treatment was selected; the page scrolls here each time. */
  jumps: number
  /** The day is not the requested one. */
  isOtherDay: boolean
}

/** The free slots of the chosen treatment, in 3 to 4 columns. */
export function SlotsSection({ jumps, isOtherDay }: SlotsSectionProps) {
  const titleId = useId()
  const own = useOwnText()
  const title = useRef<HTMLHeadingElement>(null)
  const { send } = Booking.useActorRef()
  const snapshot = Booking.useSelector((current) => current)
  const { date, treatment, doctor, refusal } = snapshot.context
  const isSqueeze = useBookedFamily()?.squeeze === true
  const [asksAll, setShowsAll] = useState(false)
  const showsAll = asksAll || isSqueeze
  const all = slotsOf({ treatment, doctor })
  const outside = all.filter((slot) => isOutsideHours(treatment, slot))
  const slots = showsAll ? all : all.filter((slot) => !outside.includes(slot))
  const day = formats.fullDay(date)
  const refreshing = snapshot.matches({ slot: 'refreshing' })

  function noteOf(slot: string) {
    if (refusal?.alternatives?.includes(slot)) return closeToYourTime
    if (!outside.includes(slot)) return null
    return isSqueeze ? 'taken' : 'outside opening hours'
  }

  function describeNone() {
    if (isSqueeze) return `No taken times on ${day}.`
    // Only staff have times outside the hours.
    return outside.length > 0
      ? `No free times within the hours on ${day}.`
      : words.noFreeTimesOn(day)
  }

  useEffect(() => {
    if (jumps > 0) focusInView(title.current)
  }, [jumps])

  if (!treatment) return null
  return (
    <section aria-labelledby={titleId} aria-busy={refreshing}>
      <h2 ref={title} id={titleId} tabIndex={-1} className="text-2xl wrap-break-word md:text-3xl">
        <BreakAfterSlash text={words.chooseTimeFor(own(treatment.name))} />
      </h2>
      {/* Stays in view below the header while the times are looked through. */}
      <p className="sticky top-18 z-10 -mx-1 mt-1 bg-base-200 px-1 py-2 font-bold wrap-anywhere">
        {formats.weekday(date)} · <OwnText>{treatment.name}</OwnText>&nbsp;·{' '}
        <span className="whitespace-nowrap">{formatPrice(treatment.price)}</span>
      </p>
      {isOtherDay && <p className="mt-2 font-semibold">{words.otherDay(day)}</p>}
      <SlotsNotice />
      {treatment.doctors && (
        <div className="mt-6">
          <DoctorChoice
            doctors={treatment.doctors}
            chosen={doctor}
            onChoose={(chosen) => send({ type: 'doctor.choose', doctor: chosen })}
            // Looks enabled behind the open dialog, which blocks it anyway.
            disabled={!snapshot.matches({ slot: 'choosing' })}
          />
        </div>
      )}
      {slots.length === 0 && (
        <p className="mt-6 text-muted">
          {doctor === null ? describeNone() : words.noFreeTimesOfDoctorOn(day)}
        </p>
      )}
      {outside.length > 0 && !isSqueeze && (
        <label className="mt-6 flex min-h-11 w-fit items-center gap-2 font-bold">
          <input
            type="checkbox"
            className="size-5 accent-primary"
            checked={showsAll}
            onChange={({ target }) => setShowsAll(target.checked)}
          />
          Also show times outside opening hours
        </label>
      )}
      <SlotGrid
        slots={slots}
        noteOf={noteOf}
        isRefreshing={refreshing}
        onChoose={(slot) => send({ type: 'slot.choose', slot })}
        // Looks enabled behind the open dialog, which blocks it anyway.
        isEnabled={(slot) =>
          snapshot.can({ type: 'slot.choose', slot }) || dialogOf(snapshot) !== null
        }
      />
    </section>
  )
}

/** Why the booking was refused, or the slot in the address is not available. */
function SlotsNotice() {
  const missedSlot = Booking.useSelector((snapshot) =>
    snapshot.matches({ slot: { choosing: 'slotGone' } }) ? snapshot.context.missedSlot : null,
  )
  const refusal = Booking.useSelector((snapshot) =>
    snapshot.matches({ slot: 'choosing' }) ? snapshot.context.refusal : null,
  )
  const treatment = Booking.useSelector(({ context }) => context.treatment)
  if (missedSlot) {
    return <LazyComponent chunk={missedNotice} props={{ time: missedSlot }} waiting={null} />
  }
  if (!refusal || !treatment) return null
  return (
    <LazyComponent
      key={refusal.code}
      chunk={refusalNotice}
      props={{ refusal, treatment }}
      waiting={null}
    />
  )
}
