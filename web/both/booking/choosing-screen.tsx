import { useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { BookingCalendar } from '#contract/clinic/clinic.ts'
import type { IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import type { siblingsBookingMachine } from '#machines/siblings-booking/siblings-booking-machine.ts'
import { useBookedFamily } from '#web/both/appointments/booked-family.ts'
import { availabilityOptions } from '#web/both/times/availability.ts'
import { nextBookableDay } from '#web/both/times/bookable-days.ts'
import { DayCalendar } from '#web/both/times/day-calendar.tsx'
import { useLiveDay } from '#web/both/times/use-live-day.ts'
import { Card } from '#web/components/card.tsx'
import { focusInView } from '#web/components/focus-in-view.ts'
import { LazyComponent } from '#web/components/states/lazy-component.tsx'
import { useInBrowser } from '#web/components/use-in-browser.ts'
import { fetchAnew } from '#web/lib/api/fetch-anew.ts'
import * as words from '#words/en/booking/page.ts'
import { treatmentForService } from './address/quick-appointment.ts'
import {
  BESIDE_CALENDAR,
  BOOKING_COLUMNS,
  CalendarIllustration,
  CardsSkeleton,
} from './appointment-skeleton.tsx'
import {
  dialog,
  preloadDialog,
  preloadSiblings,
  seriesDialog,
  siblingsDialog,
  siblingsSection,
  unpaidNote,
} from './chunks.ts'
import { Booking, dialogOf, useIsIn, useSiblingsActor } from './flow/booking-provider.tsx'
import { SlotsSection } from './slots-section.tsx'
import { TreatmentsSection } from './treatments-section.tsx'

export interface ChoosingScreenProps {
  calendar: BookingCalendar
  /** The day in the URL or the quick form cannot be booked, and this one was chosen instead. */
  isRefused: boolean
  /** The service chosen in the home page's quick form. */
  wantedService: string | undefined
  /** A link to the booking for siblings led here, so the day has to be chosen first. */
  choosesDay: boolean
  /** After a booking: the calendar takes the focus. */
  again: boolean
  /** The times of a day that staff can book; by default those for families. */
  timesOf?: TimesOf | undefined
}

export type TimesOf = (date: IsoDate) => Promise<Treatment[]>

/** Calendar, treatments, slots and the dialog: everything before the booking is made. */
export function ChoosingScreen(props: ChoosingScreenProps) {
  const { calendar, isRefused, wantedService, choosesDay, again, timesOf } = props
  const { send } = Booking.useActorRef()
  const day = Booking.useSelector(({ context }) => context.date)
  const start = useRef<HTMLHeadingElement>(null)
  const [jumps, setJumps] = useState(0)
  const jump = () => setJumps((count) => count + 1)
  useWantedTreatment(wantedService)
  useFirstSlots(jump)
  const open = Booking.useSelector(dialogOf)
  const choosesSlot = useIsIn({ slot: 'choosing' }, { slot: 'refreshing' })
  const showsSlots = choosesSlot || open !== null
  const siblings = useSiblingsActor()
  const isForSiblings = siblings !== undefined
  // The link on My Children leads to the calendar first.
  const [isDayFirst, setIsDayFirst] = useState(choosesDay)
  if (!isForSiblings && isDayFirst) setIsDayFirst(false)
  // Reset when slots are hidden.
  if (!showsSlots && jumps > 0) setJumps(0)
  const nextDay = nextBookableDay(calendar, day)
  const family = useBookedFamily()
  const isForFamily = family !== null
  // A time for an extra patient is taken anyway.
  const isSqueeze = family?.squeeze === true
  // The server does not know the user's appointments.
  const isInBrowser = useInBrowser()
  const queries = useQueryClient()
  const { email } = Booking.useSelector(({ context }) => context.patient)
  const onChooseDay = useCallback(
    (date: IsoDate) => {
      if (date !== day) (siblings ?? { send }).send({ type: 'date.choose', date })
    },
    [day, send, siblings],
  )

  useEffect(() => {
    if (again) start.current?.focus()
  }, [again])

  // Loads the dialog's code while the user looks for a time.
  useEffect(() => {
    if (!showsSlots) return
    void preloadDialog()
    if (isForFamily) return
    void import('./flow/booking-calls.ts').then(
      ({ prefetchContact }) => prefetchContact(queries, email),
      // The dialog requests it again.
      () => {},
    )
  }, [showsSlots, isForFamily, queries, email])
  useEffect(() => {
    if (isForSiblings) void preloadSiblings()
  }, [isForSiblings])

  return (
    <div className="mt-4 grid gap-8 *:min-w-0 md:mt-10 md:gap-12">
      {isInBrowser && !isForFamily && (
        <LazyComponent chunk={unpaidNote} props={{ email }} waiting={null} />
      )}
      <div className={BOOKING_COLUMNS}>
        <Card className="grid content-start gap-4 max-md:gap-2 max-md:p-4 xl:sticky xl:top-24 xl:self-start">
          <h2 ref={start} tabIndex={-1} className="text-xl md:text-2xl">
            {words.chooseDay}
          </h2>
          {isRefused && (
            <p className="rounded-2xl bg-honey px-4 py-3 font-semibold">
              {words.otherDayChosen(formats.fullDay(day))}
            </p>
          )}
          <DayCalendar calendar={calendar} day={day} onChoose={onChooseDay} />
        </Card>
        <div className={BESIDE_CALENDAR}>
          {isForFamily ? <div className="xl:hidden" /> : <CalendarIllustration />}
          {isForSiblings ? (
            <LazyComponent
              chunk={siblingsSection}
              props={{
                nextDay,
                isDayFirst,
                onChooseDay,
                onChangeDay: () => focusInView(start.current),
                onLeave: () => start.current?.focus(),
              }}
              waiting={<CardsSkeleton />}
            />
          ) : (
            <TreatmentsSection nextDay={nextDay} onChooseDay={onChooseDay} onChosen={jump} />
          )}
          {showsSlots && <SlotsSection jumps={jumps} isOtherDay={isRefused} />}
        </div>
      </div>
      <DialogSlot />
      {!isSqueeze && <LiveTimes timesOf={timesOf} />}
      <BookingAnnouncer />
    </div>
  )
}

/** Announces the day's treatments to screen readers. */
function BookingAnnouncer() {
  const ofSiblings = useSelector(useSiblingsActor(), (snapshot) => snapshot && announce(snapshot))
  const text = Booking.useSelector((snapshot) => {
    const { context } = snapshot
    const day = formats.day(context.date)
    if (snapshot.matches({ date: 'loadingTreatments' })) return words.loadingAppointmentsFor(day)
    if (snapshot.matches({ slot: 'refreshing' })) return words.refreshingTimes
    if (!snapshot.matches({ treatment: { choosing: 'undisturbed' } })) return ''
    const open = context.treatments.filter(({ slots }) => slots.length > 0).length
    return words.treatmentsWithTimes(open, context.treatments.length, day)
  })
  return (
    <p role="status" className="sr-only">
      {ofSiblings ?? text}
    </p>
  )
}

/** The announcement for screen readers while siblings are booked for. */
function announce(snapshot: SnapshotFrom<typeof siblingsBookingMachine>): string {
  const { date, blocks } = snapshot.context
  const day = formats.day(date)
  if (snapshot.matches({ day: 'loadingTreatments' })) return words.loadingAppointmentsFor(day)
  if (snapshot.matches({ times: 'loadingBlocks' })) return words.lookingForTimesOn(day)
  if (snapshot.matches({ times: 'choosingBlock' })) return words.timesFoundOn(blocks.length, day)
  return snapshot.matches({ times: 'noBlocks' }) ? words.noTimesFitOn(day) : ''
}

/**
 * Selects the quick form's treatment once the day's treatments have loaded, if it has a free slot. Only once,
 * so that later choices stay.
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
 * Calls `jump` when slots appear that no click on this page requested: after a login, a reload or the quick
 * form they are below the visible part.
 */
function useFirstSlots(jump: () => void): void {
  const [isPending, setIsPending] = useState(true)
  const showsSlots = useIsIn({ slot: { choosing: 'undisturbed' } })
  const onFirstSlots = useEffectEvent(jump)

  useEffect(() => {
    if (!isPending || !showsSlots) return
    setIsPending(false)
    onFirstSlots()
  }, [isPending, showsSlots])
}

/** Updates the times when others book or cancel. */
function LiveTimes({ timesOf }: Pick<ChoosingScreenProps, 'timesOf'>) {
  const queries = useQueryClient()
  const actor = Booking.useActorRef()
  const date = Booking.useSelector(({ context }) => context.date)
  useLiveDay(date, () => {
    const times = timesOf?.(date) ?? fetchAnew(queries, availabilityOptions(date))
    times.then(
      (treatments) => actor.send({ type: 'treatments.refresh', date, treatments }),
      // The next change requests them again; a taken time is refused.
      () => {},
    )
  })
  return null
}

function DialogSlot() {
  const open = Booking.useSelector(dialogOf)
  const isForSiblings = useSelector(
    useSiblingsActor(),
    (snapshot) => snapshot?.matches('dialog') || snapshot?.matches('confirm'),
  )
  if (isForSiblings) return <LazyComponent chunk={siblingsDialog} waiting={null} />
  // Not in the component of the single dialog, because each has a chunk of its own.
  if (open === 'series') return <LazyComponent key={open} chunk={seriesDialog} waiting={null} />
  return open ? <LazyComponent key={open} chunk={dialog} waiting={null} /> : null
}
