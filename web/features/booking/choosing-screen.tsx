import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { count } from '#contract/count.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import type { BookingCalendar } from '#contract/schedule/clinic.ts'
import { Card } from '#web/components/card.tsx'
import { LazyComponent } from '#web/components/states/lazy-component.tsx'
import { treatmentForService } from './address/quick-appointment.ts'
import { CalendarIllustration, CardsSkeleton } from './appointment/appointment-skeleton.tsx'
import { useBookedFamily } from './booked-family.ts'
import { Booking, dialogOf } from './booking-provider.tsx'
import { nextBookableDay } from './calendar/bookable-days.ts'
import { DayCalendar } from './calendar/day-calendar.tsx'
import {
  dialog,
  preloadDialog,
  preloadSiblings,
  siblingsDialog,
  siblingsSection,
} from './chunks.ts'
import { SlotsSection } from './slots-section.tsx'
import { TreatmentsSection } from './treatments-section.tsx'

export interface ChoosingScreenProps {
  calendar: BookingCalendar
  /** The day in the URL or the quick form cannot be booked, and this one was chosen instead. */
  isRefused: boolean
  /** The service chosen in the home page's quick form. */
  wantedService: string | undefined
  /** After a booking: the focus goes to the calendar. */
  again: boolean
}

/** Calendar, treatments, slots and the dialog: everything before the booking is made. */
export function ChoosingScreen({ calendar, isRefused, wantedService, again }: ChoosingScreenProps) {
  const { send } = Booking.useActorRef()
  const day = Booking.useSelector(({ context }) => context.date)
  const start = useRef<HTMLHeadingElement>(null)
  const [jumps, setJumps] = useState(0)
  const jump = () => setJumps((count) => count + 1)
  useWantedTreatment(wantedService)
  useFirstSlots(jump)
  const showsSlots = Booking.useSelector(
    (snapshot) =>
      dialogOf(snapshot) === 'appointment' ||
      snapshot.matches({ slot: 'choosing' }) ||
      snapshot.matches({ slot: 'refreshing' }),
  )
  const isForSiblings = Booking.useSelector(
    (snapshot) =>
      snapshot.matches({ treatment: 'siblings' }) ||
      snapshot.matches({ slot: 'siblings' }) ||
      dialogOf(snapshot) === 'siblings' ||
      (snapshot.matches({ date: 'loadingTreatments' }) &&
        snapshot.context.wanted.siblings !== null),
  )
  // Slots that are shown again later begin without one.
  if (!showsSlots && jumps > 0) setJumps(0)
  const nextDay = nextBookableDay(calendar, day)
  const isForFamily = useBookedFamily() !== null
  function onChooseDay(date: IsoDate) {
    if (date !== day) send({ type: 'date.choose', date })
  }

  function leaveSiblings() {
    send({ type: 'siblings.leave' })
    start.current?.focus()
  }

  useEffect(() => {
    if (again) start.current?.focus()
  }, [again])

  // Loads the dialog's code while the user looks for a time.
  useEffect(() => {
    if (showsSlots) void preloadDialog()
  }, [showsSlots])
  useEffect(() => {
    if (isForSiblings) void preloadSiblings()
  }, [isForSiblings])

  return (
    <div className="mt-8 grid gap-12 *:min-w-0 md:mt-10">
      <div className="grid gap-8 md:grid-cols-[24rem_1fr] lg:grid-cols-[27rem_1fr]">
        <Card className="grid content-start gap-4">
          <h2 ref={start} tabIndex={-1} className="text-2xl">
            Choose a day
          </h2>
          {isRefused && (
            <p className="rounded-2xl bg-honey px-4 py-3 font-semibold">
              That day isn’t available. Here’s the next day that is: {formatWireDate(day)}.
            </p>
          )}
          <DayCalendar calendar={calendar} day={day} onChoose={onChooseDay} />
        </Card>
        {!isForFamily && <CalendarIllustration />}
      </div>
      {isForSiblings ? (
        <LazyComponent
          chunk={siblingsSection}
          props={{ nextDay, onChooseDay, onLeave: leaveSiblings }}
          waiting={<CardsSkeleton />}
        />
      ) : (
        <TreatmentsSection nextDay={nextDay} onChooseDay={onChooseDay} onChosen={jump} />
      )}
      {showsSlots && <SlotsSection jumps={jumps} isOtherDay={isRefused} />}
      <DialogSlot />
      <BookingAnnouncer />
    </div>
  )
}

/** Announces the day's treatments to screen readers. */
function BookingAnnouncer() {
  const text = Booking.useSelector((snapshot) => {
    const { context } = snapshot
    const day = formatWireDate(context.date)
    if (snapshot.matches({ date: 'loadingTreatments' })) return `Loading appointments for ${day}`
    if (snapshot.matches({ slot: 'refreshing' })) return 'Refreshing available times'
    if (snapshot.matches({ slot: { siblings: 'loadingBlocks' } }))
      return `Looking for times on ${day}`
    if (snapshot.matches({ slot: { siblings: 'choosingBlock' } })) {
      return `${count(context.blocks.length, 'time')} on ${day}`
    }
    if (snapshot.matches({ slot: { siblings: 'noBlocks' } })) return `No times fit on ${day}`
    if (!snapshot.matches({ treatment: { choosing: 'undisturbed' } })) return ''
    const open = context.treatments.filter(({ slots }) => slots.length > 0).length
    return `${open} of ${context.treatments.length} treatments have times available on ${day}`
  })
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}

/**
 * Selects the treatment from the quick form once the day's treatments have loaded, if it has a
 * free slot. Only once, so that it does not override the user's later choices.
 */
function useWantedTreatment(service: string | undefined): void {
  const [open, setOpen] = useState(Boolean(service))
  const actor = Booking.useActorRef()
  const treatments = Booking.useSelector(({ context }) => context.treatments)

  useEffect(() => {
    if (!open || !service || treatments.length === 0) return
    setOpen(false)
    const treatment = treatmentForService(service, treatments)
    if (!treatment) return
    const choose = { type: 'treatment.choose', treatment } as const
    if (actor.getSnapshot().can(choose)) actor.send(choose)
  }, [open, service, treatments, actor])
}

/**
 * Calls `jump` when slots are shown that no click on this page has asked for: after a login, a reload
 * or the quick form they are further down than the visitor looks.
 */
function useFirstSlots(jump: () => void): void {
  const [isPending, setIsPending] = useState(true)
  const showsSlots = Booking.useSelector((snapshot) =>
    snapshot.matches({ slot: { choosing: 'undisturbed' } }),
  )
  const onFirstSlots = useEffectEvent(jump)

  useEffect(() => {
    if (!isPending || !showsSlots) return
    setIsPending(false)
    onFirstSlots()
  }, [isPending, showsSlots])
}

function DialogSlot() {
  const open = Booking.useSelector(dialogOf)
  if (open === 'siblings') return <LazyComponent chunk={siblingsDialog} waiting={null} />
  return open ? <LazyComponent chunk={dialog} waiting={null} /> : null
}
