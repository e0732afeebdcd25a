import { useEffect, useRef, useState } from 'react'
import type { BookingCalendar } from '../../../contract/clinic.ts'
import { formatWireDate, type IsoDate } from '../../../contract/dates.ts'
import { Card } from '../../components/card.tsx'
import { CalendarPicture } from './appointment-skeleton.tsx'
import { nextBookableDay } from './bookable-days.ts'
import { BookingAnnouncer } from './booking-announcer.tsx'
import { Booking } from './booking-provider.tsx'
import { DayCalendar } from './day-calendar.tsx'
import { DialogSlot, preloadDialog } from './dialog-slot.tsx'
import { SlotsSection } from './slots-section.tsx'
import { TreatmentsSection } from './treatments-section.tsx'
import { useWishedTreatment } from './use-wished-treatment.ts'

export interface ChoosingScreenProps {
  calendar: BookingCalendar
  day: IsoDate
  /** The day that the address or the quick form asked for cannot be booked. */
  isRefused: boolean
  /** The service chosen in the home page's quick form. */
  wishedService: string | undefined
  onChooseDay: (day: IsoDate) => void
  /** The visitor comes back from a booking just made: the focus goes to the beginning. */
  again: boolean
}

/** Calendar, treatments, slots and the dialog: everything before the booking is made. */
export function ChoosingScreen({
  calendar,
  day,
  isRefused,
  wishedService,
  onChooseDay,
  again,
}: ChoosingScreenProps) {
  useWishedTreatment(wishedService)
  const start = useRef<HTMLHeadingElement>(null)
  const [jumps, setJumps] = useState(0)
  const showsSlots = Booking.useSelector(
    (snapshot) =>
      snapshot.matches('dialog') ||
      snapshot.matches({ browsing: 'choosingSlot' }) ||
      snapshot.matches({ browsing: 'refreshing' }),
  )
  const nextDay = nextBookableDay(calendar, day)

  useEffect(() => {
    if (again) start.current?.focus()
  }, [again])

  // The dialog's code arrives while the visitor looks for a time.
  useEffect(() => {
    if (showsSlots) void preloadDialog()
  }, [showsSlots])

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
        <CalendarPicture />
      </div>
      <TreatmentsSection
        nextDay={nextDay}
        onChooseDay={onChooseDay}
        onChosen={() => setJumps(jumps + 1)}
      />
      {showsSlots && <SlotsSection jumps={jumps} />}
      <DialogSlot />
      <BookingAnnouncer />
    </div>
  )
}
