import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { ChangeOptions } from '#contract/booking/appointment-changes.ts'
import type { BookingCalendar } from '#contract/clinic/clinic.ts'
import { formatFullDay, type IsoDate } from '#contract/dates.ts'
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
import { closeToYourTime } from '#words/en/site/day.ts'
import { Change } from './reschedule-provider.tsx'

/** Chooses a day and a free time for the appointment, with the booking's calendar and slots. */
export default function MoveSection() {
  const { send } = Change.useActorRef()
  const options = Change.useSelector(({ context }) => context.options)
  const isConfirming = Change.useSelector((snapshot) => snapshot.matches({ moving: 'confirming' }))
  const calendar = useQuery(calendarOptions())
  const isForFamily = useBookedFamily() !== null
  const whose = isForFamily ? 'The' : 'Your'
  const titleId = useId()
  const title = useFocusInView<HTMLHeadingElement>()
  if (!options) return null
  const close = () => send({ type: 'move.close' })
  return (
    <section aria-labelledby={titleId} className="grid gap-6 *:min-w-0">
      <div>
        <h2 ref={title} id={titleId} tabIndex={-1} className="text-3xl outline-none">
          Choose a new time
        </h2>
        <p className="mt-2 text-muted [overflow-wrap:anywhere]">
          {options.reoffered ? (
            <>
              {whose} appointment can’t take place on {formatFullDay(options.date)}, {options.slot}.
              Price and payment stay the same.
            </>
          ) : (
            <>
              {whose} appointment stays on {formatFullDay(options.date)}, {options.slot} until you
              confirm another time. The price stays the same.
            </>
          )}
        </p>
        <div className="mt-2 -ml-3 flex flex-wrap">
          <Button look="quiet" className="px-3" onClick={close}>
            {options.reoffered ? 'Back' : 'Keep the old time'}
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
              Cancel appointment
            </Button>
          )}
        </div>
      </div>
      <Loaded query={calendar} what="the calendar" small>
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
      <ErrorState title="We couldn’t load the free times" onRetry={() => send({ type: 'retry' })}>
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
        Free times on {formatFullDay(date)}
      </h3>
      {isLoading && <Spinner label="Loading free times" />}
      {isRefreshing && (
        <p role="status" className="sr-only">
          Refreshing free times
        </p>
      )}
      {isTaken && (
        <Notice>
          <p>
            Someone just booked {slot} on {formatFullDay(date)}. The appointment is still where it
            was. These times are free.
          </p>
        </Notice>
      )}
      {isRefused && (
        <Notice>
          <p>{refusal?.message} Please choose another time.</p>
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
            ? `${chosenDoctor?.name} has no free times on ${formatFullDay(date)}.`
            : `No free times on ${formatFullDay(date)}. Please choose another day.`}
        </p>
      )}
      {isOnlyDoctorFull && (
        <Button
          look="secondary"
          className="mt-3"
          onClick={() => send({ type: 'doctor.choose', doctor: null })}
        >
          Show times with any doctor
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

/** The patient, where the page knows it, as the family's own pages do. */
function usePatientName(id: string): string {
  const child = useQueryClient().getQueryData(appointmentOptions(id).queryKey)?.child
  const family = useBookedFamily()
  if (family) return family.patient ? isolate(family.patient) : 'the patient'
  return child ? isolate(child.name) : 'you'
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
  const patient = usePatientName(options._id)
  const { ceilingAfterMove, paid, price } = options
  const family = useBookedFamily()
  const isForFamily = family !== null
  return (
    <Dialog
      open
      title={family?.patient ? `Move ${isolate(family.patient)}?` : 'Move to this time?'}
      busy={isSubmitting}
      onClose={() => send({ type: 'confirm.close' })}
    >
      {isForFamily && <p className="[overflow-wrap:anywhere]">{options.treatment}</p>}
      <dl className="grid gap-3 [overflow-wrap:anywhere]">
        <div>
          <dt className="text-sm text-muted">New time</dt>
          <dd className="text-lg font-bold">
            {date && formatFullDay(date)}, {slot}
            {doctorOf}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Instead of</dt>
          <dd className="font-bold">
            {formatFullDay(options.date)}, {options.slot}
            {options.doctor && `, ${options.doctor.name}`}
          </dd>
        </div>
      </dl>
      {next && options.doctor && next._id !== options.doctor._id && (
        <p className="rounded-2xl bg-honey px-4 py-3 font-semibold">
          {isFreeThen(options.doctor._id, { treatment, slot })
            ? `${next.name} will see ${patient} instead of ${options.doctor.name}.`
            : `${options.doctor.name} isn’t free then; ${next.name} will see ${patient}.`}
        </p>
      )}
      <p>
        {paid
          ? `The ${price === undefined ? '' : `${formatPrice(price)} `}payment moves with it.`
          : price === undefined
            ? 'The price stays.'
            : `The price stays ${formatPrice(price)}.`}
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
            ? 'It counts as moved late: if the family cancels it afterwards, '
            : 'You move it late: if you cancel it afterwards, '}
          {ceilingAfterMove === 0
            ? 'nothing is refunded.'
            : `at most ${ceilingAfterMove}% is refunded.`}
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
        <FormAlert>{message} You can try again: it happens only once.</FormAlert>
      )}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button
          look="secondary"
          disabled={isSubmitting}
          onClick={() => send({ type: 'confirm.close' })}
        >
          Go back
        </Button>
        <Button
          data-autofocus={!isOutside || undefined}
          busy={isSubmitting}
          onClick={() => {
            if (isOutside && reason.trim() === '') setMissing(true)
            else send({ type: 'move.submit', ...(isOutside && { reason }) })
          }}
        >
          Move appointment
        </Button>
      </div>
    </Dialog>
  )
}
