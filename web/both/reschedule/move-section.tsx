import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { ChangeOptions } from '#contract/booking/appointment-changes.ts'
import type { BookingCalendar } from '#contract/clinic/clinic.ts'
import { formatFullDay, type IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import { isolate } from '#contract/names.ts'
import { isOutsideHours, slotsOf, type Treatment } from '#contract/treatments/treatments.ts'
import { doctorOfMove } from '#machines/reschedule/reschedule-machine.ts'
import { appointmentOptions } from '#web/both/appointments/appointments-api.ts'
import { useBookedFamily } from '#web/both/appointments/booked-family.ts'
import { calendarOptions } from '#web/both/times/calendar-query.ts'
import { DayCalendar } from '#web/both/times/day-calendar.tsx'
import { Notice } from '#web/both/times/notice.tsx'
import { DoctorChoice, SlotGrid } from '#web/both/times/slot-choice.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { focusInView, useFocusInView } from '#web/components/focus-in-view.ts'
import { TextAreaField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { useWideScreen } from '#web/components/table.tsx'
import * as changeWords from '#words/en/payments/changes.ts'
import * as words from '#words/en/payments/move.ts'
import { closeToYourTime } from '#words/en/site/day.ts'
import { Change } from './reschedule-provider.tsx'

/** Chooses a day and a free time for the appointment, with the booking's calendar and slots. */
export default function MoveSection() {
  const { send } = Change.useActorRef()
  const options = Change.useSelector(({ context }) => context.options)
  const isConfirming = Change.useSelector((snapshot) => snapshot.matches({ moving: 'confirming' }))
  const calendar = useQuery(calendarOptions())
  const isForFamily = useBookedFamily() !== null
  const titleId = useId()
  const title = useFocusInView<HTMLHeadingElement>()
  if (!options) return null
  const close = () => send({ type: 'move.close' })
  return (
    <section aria-labelledby={titleId} className="grid gap-6 *:min-w-0">
      <div>
        <h2 ref={title} id={titleId} tabIndex={-1} className="text-3xl outline-none">
          {words.chooseNewTime}
        </h2>
        <p className="mt-2 text-muted [overflow-wrap:anywhere]">
          {isForFamily ? describeOldTimeToStaff(options) : describeOldTime(options)}
        </p>
        <div className="mt-2 -ms-3 flex flex-wrap">
          <Button look="quiet" className="px-3" onClick={close}>
            {options.reoffered ? words.back : words.keepOldTime}
          </Button>
          {options.canCancel && (
            <Button
              look="quiet"
              className="px-3"
              onClick={() => {
                close()
                send({ type: 'cancel.start' })
              }}
            >
              {changeWords.cancelAppointment}
            </Button>
          )}
        </div>
      </div>
      <Loaded query={calendar} what={words.theCalendar} small>
        {(days) => (
          <Columns
            calendar={
              <Card className="grid content-start gap-4">
                <MoveCalendar calendar={openFor(isForFamily, withinReach(days, options))} />
              </Card>
            }
            times={<Times />}
          />
        )}
      </Loaded>
      {isConfirming && <ConfirmMove options={options} />}
    </section>
  )
}

function describeOldTime({ reoffered, date, slot }: ChangeOptions): string {
  const say = reoffered ? words.cannotTakePlace : words.staysUntil
  return say(formats.fullDay(date), formats.slot(slot))
}

function describeOldTimeToStaff({ reoffered, date, slot }: ChangeOptions): string {
  const time = `${formatFullDay(date)}, ${slot}`
  return reoffered
    ? `The appointment can’t take place on ${time}. Price and payment stay the same.`
    : `The appointment stays on ${time} until you confirm another time. The price stays the same.`
}

/** The calendar beside the times. On phones the times come first, so that one is visible at once. */
function Columns({ calendar, times }: { calendar: ReactNode; times: ReactNode }) {
  const isWide = useWideScreen()
  return (
    <div className="grid items-start gap-8 *:min-w-0 lg:grid-cols-[24rem_1fr]">
      {isWide ? (
        <>
          {calendar}
          {times}
        </>
      ) : (
        <>
          {times}
          {calendar}
        </>
      )}
    </div>
  )
}

/** Staff may move to closed days, and to full days outside opening hours. */
function openFor(isStaff: boolean, calendar: BookingCalendar): BookingCalendar {
  return isStaff ? { ...calendar, closures: [], closedWeekdays: [], fullDays: [] } : calendar
}

/** Only the next days are open to an ill child. */
function withinReach(calendar: BookingCalendar, options: ChangeOptions): BookingCalendar {
  const { canMove, illMoveUntil } = options
  if (canMove || illMoveUntil === null || illMoveUntil > calendar.lastDay) return calendar
  return { ...calendar, lastDay: illMoveUntil }
}

function MoveCalendar({ calendar }: { calendar: BookingCalendar }) {
  const { send } = Change.useActorRef()
  const date = Change.useSelector(({ context }) => context.date)
  return (
    <DayCalendar
      calendar={calendar}
      day={date ?? calendar.today}
      onChoose={(chosen) => {
        if (chosen !== date) send({ type: 'date.choose', date: chosen })
      }}
    />
  )
}

/** The heading of the times: on a phone it is above the calendar, and choosing a day scrolls up to it. */
function useTimesOf(date: IsoDate | null): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(date)
  const isWide = useWideScreen()
  useEffect(() => {
    if (date === shown.current) return
    shown.current = date
    if (!isWide) focusInView(title.current)
  }, [date, isWide])
  return title
}

/** The free times of the chosen day. */
function Times() {
  const { send } = Change.useActorRef()
  const snapshot = Change.useSelector((current) => current)
  const titleId = useId()
  const { date, treatment, doctor, refusal, slot, message } = snapshot.context
  const title = useTimesOf(date)
  if (date === null) return null
  const isLoading = snapshot.matches({ moving: { browsing: 'loadingDay' } })
  const isRefreshing = snapshot.matches({ moving: { browsing: 'refreshing' } })
  if (snapshot.matches({ moving: { browsing: 'dayFailed' } })) {
    return (
      <ErrorState title={words.timesNotLoaded} onRetry={() => send({ type: 'retry' })}>
        {message}
      </ErrorState>
    )
  }
  const slots = slotsOf({ treatment, doctor })
  const chosenDoctor = treatment?.doctors?.find(({ _id }) => _id === doctor)
  const isOnlyDoctorFull =
    !isLoading && chosenDoctor?.slots.length === 0 && (treatment?.slots.length ?? 0) > 0
  const isTaken = snapshot.matches({ moving: { browsing: { choosingSlot: 'slotTaken' } } })
  const isRefused = snapshot.matches({ moving: { browsing: { choosingSlot: 'refused' } } })
  return (
    <section aria-labelledby={titleId} aria-busy={isLoading || isRefreshing}>
      <h3 ref={title} id={titleId} tabIndex={-1} className="text-2xl outline-none">
        {words.freeTimesOn(formats.fullDay(date))}
      </h3>
      {isLoading && <Spinner label={words.loadingTimes} />}
      {isRefreshing && (
        <p role="status" className="sr-only">
          {words.refreshingTimes}
        </p>
      )}
      {isTaken && (
        <Notice>
          <p>{words.justBooked(formats.fullDay(date), formats.slot(slot ?? ''))}</p>
        </Notice>
      )}
      {isRefused && (
        <Notice>
          <p>
            {refusal?.message} {words.chooseAnother}
          </p>
        </Notice>
      )}
      {treatment?.doctors && (
        <div className="mt-6">
          <DoctorChoice
            doctors={treatment.doctors}
            chosen={doctor}
            onChoose={(chosen) => send({ type: 'doctor.choose', doctor: chosen })}
            disabled={!snapshot.matches({ moving: { browsing: 'choosingSlot' } })}
          />
        </div>
      )}
      {!isLoading && slots.length === 0 && (
        <p role="status" className="mt-6 text-muted">
          {isOnlyDoctorFull
            ? words.doctorHasNone(isolate(chosenDoctor.name), formats.fullDay(date))
            : words.noneOn(formats.fullDay(date))}
        </p>
      )}
      {isOnlyDoctorFull && (
        <Button
          look="secondary"
          className="mt-3"
          onClick={() => send({ type: 'doctor.choose', doctor: null })}
        >
          {words.showAnyDoctor}
        </Button>
      )}
      <SlotGrid
        slots={slots}
        noteOf={(each) => {
          if (refusal?.alternatives?.includes(each)) return closeToYourTime
          return isOutsideHours(treatment, each) ? 'Outside hours' : null
        }}
        isRefreshing={isRefreshing}
        onChoose={(chosen) => send({ type: 'slot.choose', slot: chosen })}
        // Looks enabled behind the open dialog, which blocks it anyway.
        isEnabled={(each) =>
          snapshot.can({ type: 'slot.choose', slot: each }) ||
          snapshot.matches({ moving: 'confirming' })
        }
      />
    </section>
  )
}

/**
 * Says that another doctor will see the patient, by the name of the child where the page knows it, as the
 * family's own pages do.
 */
function useOtherDoctor(id: string, isChosen: boolean): (next: string, before: string) => string {
  const child = useQueryClient().getQueryData(appointmentOptions(id).queryKey)?.child
  const family = useBookedFamily()
  if (family) {
    const patient = family.patient ? isolate(family.patient) : 'the patient'
    return (next, before) =>
      isChosen
        ? `${next} will see ${patient} instead of ${before}.`
        : `${before} isn’t free then; ${next} will see ${patient}.`
  }
  const how = isChosen ? 'chosen' : 'needed'
  if (!child) return words.otherDoctor[how]
  const say = words.otherDoctorFor[how]
  return (next, before) => say(isolate(child.name), next, before)
}

function isFreeThen(
  doctor: string,
  { treatment, slot }: { treatment: Treatment | null; slot: string | null },
): boolean {
  const slots = treatment?.doctors?.find(({ _id }) => _id === doctor)?.slots ?? []
  return slot !== null && slots.includes(slot)
}

/** Confirms the old and the new time. Cannot be closed while the server moves it. */
function ConfirmMove({ options }: { options: ChangeOptions }) {
  const { send } = Change.useActorRef()
  const snapshot = Change.useSelector((current) => current)
  const { date, slot, treatment, message } = snapshot.context
  const isSubmitting = snapshot.matches({ moving: { confirming: 'submitting' } })
  const next = doctorOfMove(snapshot.context)
  const isOutside = isOutsideHours(treatment, slot)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const doctorOf = next && `, ${next.name}`
  const isFree = options.doctor !== null && isFreeThen(options.doctor._id, { treatment, slot })
  const sayWhoSees = useOtherDoctor(options._id, isFree)
  const { ceilingAfterMove, paid, price } = options
  const family = useBookedFamily()
  const isForFamily = family !== null
  return (
    <Dialog
      open
      title={family?.patient ? `Move ${isolate(family.patient)}?` : words.moveToThis}
      busy={isSubmitting}
      onClose={() => send({ type: 'confirm.close' })}
    >
      {isForFamily && <p className="[overflow-wrap:anywhere]">{options.treatment}</p>}
      <dl className="grid gap-3 [overflow-wrap:anywhere]">
        <div>
          <dt className="text-sm text-muted">{words.newTime}</dt>
          <dd className="text-lg font-bold">
            {date && formats.fullDay(date)}, {slot && formats.slot(slot)}
            {doctorOf}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{words.insteadOf}</dt>
          <dd className="font-bold">
            {formats.fullDay(options.date)}, {formats.slot(options.slot)}
            {options.doctor && `, ${options.doctor.name}`}
          </dd>
        </div>
      </dl>
      {next && options.doctor && next._id !== options.doctor._id && (
        <p className="rounded-2xl bg-honey px-4 py-3 font-semibold">
          {sayWhoSees(next.name, options.doctor.name)}
        </p>
      )}
      <p>
        {paid
          ? price === undefined
            ? words.paymentMoves
            : words.paymentOfMoves(formatPrice(price))
          : price === undefined
            ? words.priceStays
            : words.priceStaysAt(formatPrice(price))}
      </p>
      {!isForFamily && (
        <Deadlines
          appointments={[
            {
              ...options,
              date: date ?? options.date,
              slot: slot ?? options.slot,
              refundCeiling: ceilingAfterMove,
              movesLeft: options.reoffered ? options.movesLeft : options.movesLeft - 1,
            },
          ]}
        />
      )}
      {ceilingAfterMove !== null && (
        <p className="rounded-2xl bg-honey px-4 py-3 font-semibold">
          {isForFamily
            ? `It counts as moved late: if the family cancels it afterwards, ${ceilingAfterMove === 0 ? 'nothing' : `at most ${ceilingAfterMove}%`} is refunded.`
            : ceilingAfterMove === 0
              ? words.lateNothing
              : words.lateAtMost(ceilingAfterMove)}
        </p>
      )}
      {isOutside && (
        <TextAreaField
          label="Reason"
          hint="This time is outside opening hours. Only staff see the reason."
          rows={2}
          maxLength={300}
          required
          data-autofocus
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={isMissing && reason.trim() === '' ? 'Reason is required' : undefined}
        />
      )}
      {snapshot.matches({ moving: { confirming: 'submitFailed' } }) && (
        <FormAlert>
          {message} {changeWords.tryAgainOnce}
        </FormAlert>
      )}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button
          look="secondary"
          disabled={isSubmitting}
          onClick={() => send({ type: 'confirm.close' })}
        >
          {words.goBack}
        </Button>
        <Button
          data-autofocus={!isOutside || undefined}
          busy={isSubmitting}
          onClick={() => {
            if (isOutside && reason.trim() === '') setMissing(true)
            else send({ type: 'move.submit', ...(isOutside && { reason }) })
          }}
        >
          {words.moveAppointment}
        </Button>
      </div>
    </Dialog>
  )
}
