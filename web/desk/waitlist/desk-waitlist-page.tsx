import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { startOfSlot } from '#contract/booking/slots.ts'
import { dateInAddress, type IsoDate } from '#contract/dates.ts'
import { CLOSED_SHOWN_DAYS, type DeskEntry } from '#contract/waitlist/waitlist.ts'
import { leaveWaitlist, offerByHand } from '#contract/waitlist/waitlist-calls.ts'
import { familyPage } from '#web/both/appointments/booked-family.ts'
import { timesToMoveOptions } from '#web/both/times/availability.ts'
import { describePreferences } from '#web/both/waitlist/describe-entry.ts'
import { deskWaitlistOptions, WAITLIST_KEY } from '#web/both/waitlist/waitlist-api.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { CheckedForm } from '#web/components/forms/checked-form.tsx'
import { SelectField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { LoadMore } from '#web/components/states/load-more.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import { toast } from '#web/components/toasts.tsx'
import { DayField } from '#web/desk/appointments/day-field.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { slotChoices, useTimeFormat } from '#web/desk/appointments/time-format.ts'
import { PatientName } from '#web/desk/patients/patient-name.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { AnswerOffer } from './answer-offer.tsx'
import { DeskJoinForm } from './desk-join-form.tsx'

/**
 * For staff: the waiting families, or those that want one day, in the order in which they are offered times.
 */
export default function DeskWaitlistPage() {
  const [parameters, setParameters] = useSearchParams()
  const date = dateInAddress(parameters, 'date', null)
  const family = parameters.get('family')
  const list = useInfiniteQuery(deskWaitlistOptions(date))
  const entries = list.data?.pages.flatMap(({ items }) => items)
  const isEmpty = entries?.length === 0
  const formatDay = useDayFormat()
  const find = (
    <ButtonLink look="secondary" to="/dashboard/families">
      Find a family to add
    </ButtonLink>
  )
  return (
    <>
      <PageTitle className="mb-6">Waiting list</PageTitle>
      {family !== null && (
        <DeskJoinForm
          key={family}
          id={family}
          onDone={(from) => setParameters(from ? { date: from } : {}, { replace: true })}
        />
      )}
      <div className="mb-6 flex flex-wrap items-end gap-4">
        <DayField
          label="Waiting for this day"
          date={date ?? ''}
          isOptional
          onChoose={(chosen) => setParameters(chosen ? { date: chosen } : {}, { replace: true })}
        />
        {date && (
          <ButtonLink look="quiet" to="/dashboard/waiting">
            Show all days
          </ButtonLink>
        )}
        {family === null && !isEmpty && find}
      </div>
      {list.isPending && <ListSkeleton label="Loading the waiting list" />}
      {!entries && list.isError && (
        <LoadError title="We couldn’t load the waiting list" query={list} />
      )}
      {isEmpty && (
        <EmptyState
          title={date ? `No family waits for ${formatDay(date)}` : 'No family is waiting'}
          action={family === null ? find : undefined}
        >
          A freed time is offered to the families that wait for it, one after the other. Families
          add themselves where a day is full, and you can add one that calls.
        </EmptyState>
      )}
      <ol className="grid gap-4">
        {entries?.map((entry) => (
          <li key={entry._id}>
            <Entry entry={entry} date={date} />
          </li>
        ))}
      </ol>
      <LoadMore list={list}>Show more families</LoadMore>
      {entries && <ClosedEntries date={date} />}
    </>
  )
}

/** Families whose entries closed days ended recently; nothing without any. */
function ClosedEntries({ date }: { date: IsoDate | null }) {
  const titleId = useId()
  const list = useInfiniteQuery(deskWaitlistOptions(date, 'closed'))
  const entries = list.data?.pages.flatMap(({ items }) => items)
  if (list.isError && !entries) {
    return <LoadError title="We couldn’t load the families whose wait has ended" query={list} />
  }
  if (!entries?.length) return null
  return (
    <section aria-labelledby={titleId} className="mt-10">
      <h2 id={titleId} className="text-2xl">
        No times left on their days
      </h2>
      <p className="mt-2 mb-4 text-muted">
        Their wait ended in the last {CLOSED_SHOWN_DAYS} days. Families that no email reaches are
        under <InlineLink to="/dashboard/todo?list=calls">To call</InlineLink>.
      </p>
      <ol className="grid gap-4">
        {entries.map((entry) => (
          <li key={entry._id}>
            <Entry entry={entry} date={date} />
          </li>
        ))}
      </ol>
      <LoadMore list={list}>Show more of these families</LoadMore>
    </section>
  )
}

const STATES = { open: 'Waiting', paused: 'Paused', ended: 'Ended' } as const

function Entry({ entry, date }: { entry: DeskEntry; date: IsoDate | null }) {
  const { family, patients, treatment, urgent, offers, offer, appointment } = entry
  const { isReoffer, closed } = entry
  const formatDay = useDayFormat()
  const formatTime = useTimeFormat()
  const past = offers.filter(({ _id }) => _id !== offer?._id)
  return (
    <Card className="grid gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-1">
        <h2 className="text-xl wrap-anywhere">
          {patients.map((patient, index) => (
            <Fragment key={patient.child?._id ?? ''}>
              {index > 0 && ' and '}
              <PatientName of={patient} birthDate="always" />
            </Fragment>
          ))}
          : {treatment}
        </h2>
        <p className="wrap-anywhere">
          <InlineLink to={familyPage({ id: family._id })}>
            <bdi>{family.name}</bdi>
          </InlineLink>{' '}
          · <PhoneLink of={entry} className="inline-block font-bold" />
          {family.email !== null && ` · ${family.email}`}
        </p>
        <p>
          {isReoffer && appointment
            ? `Closed: re-offered instead of ${formatTime(appointment)}`
            : `${STATES[entry.state]} · ${describePreferences(entry)}`}
        </p>
        {closed?.next && <p>The next day with times is {formatDay(closed.next)}.</p>}
        {urgent !== null && <p className="font-semibold">Urgent: {urgent}</p>}
        {past.length > 0 && (
          <ul aria-label="Earlier offers" className="text-sm text-muted">
            {past.map((offer) => (
              <li key={offer._id}>
                {formatTime(offer)}: {offer.state}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex flex-wrap content-start items-start gap-3 lg:justify-end">
        {offer !== null && (
          <AnswerOffer
            offer={offer}
            name={family.name}
            closed={isReoffer && appointment ? appointment : null}
            moves={appointment !== null}
          />
        )}
        {offer === null && !isReoffer && !closed && <OfferByHand entry={entry} date={date} />}
        {!isReoffer && !closed && <TakeOff entry={entry} />}
        {closed && (
          <ButtonLink
            look="secondary"
            aria-label={`Wait for other days: ${family.name}`}
            to={`/dashboard/waiting?family=${family._id}`}
          >
            Wait for other days
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}

/** Removes a family from the list after a confirmation, because it loses its place. */
function TakeOff({ entry: { _id, family, treatment, offer } }: { entry: DeskEntry }) {
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const leave = useMutation({
    mutationFn: () => send(leaveWaitlist, { params: { id: _id } }),
    onSuccess: () => {
      setIsAsking(false)
      toast.success(`${family.name} is no longer on the list`)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: WAITLIST_KEY }),
  })
  return (
    <>
      <Button
        look="quiet"
        aria-label={`Take off the list: ${family.name}`}
        onClick={() => setIsAsking(true)}
      >
        Take off the list
      </Button>
      <ConfirmDialog
        open={isAsking}
        question={`Take ${family.name} off the list?`}
        detail={`They lose their place for ${treatment}${offer ? ', and the held time goes to the next family' : ''}.`}
        confirmLabel="Take off the list"
        busy={leave.isPending}
        error={leave.error?.message}
        onConfirm={() => leave.mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

/** Offers the family a free time out of turn: on `wanted`, or on the first day that it wants. */
function OfferByHand({ entry, date: wanted }: { entry: DeskEntry; date: IsoDate | null }) {
  const queries = useQueryClient()
  const today = useQuery(configOptions()).data?.clinic.today ?? ''
  const formatDay = useDayFormat()
  const first = [entry.from, today].sort().at(-1) ?? today
  const [chosen, setChosen] = useState<IsoDate | null>(null)
  const date = chosen ?? wanted ?? first
  const [isOpen, setIsOpen] = useState(false)
  const [slot, setSlot] = useState('')
  const day = useQuery({ ...timesToMoveOptions(date), enabled: isOpen })
  const offer = useMutation({
    mutationFn: () => send(offerByHand, { params: { id: entry._id }, body: { date, slot } }),
    onSuccess: () => toast.success(`${startOfSlot(slot)} is held for ${entry.family.name}`),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: WAITLIST_KEY })
      void queries.invalidateQueries({ queryKey: ['available'] })
    },
  })
  useUnsavedChanges((chosen !== null || slot !== '') && !offer.isSuccess)
  if (!isOpen) {
    return (
      <Button
        look="secondary"
        aria-label={`Offer a time to ${entry.family.name}`}
        onClick={() => setIsOpen(true)}
      >
        Offer a time
      </Button>
    )
  }
  const slots = day.data?.find(({ name }) => name === entry.treatment)?.slots ?? []
  return (
    <CheckedForm className="grid max-w-sm gap-3" onSubmit={() => offer.mutate()}>
      <TextField
        label="Day"
        type="date"
        required
        min={first}
        max={entry.to}
        value={date}
        onChange={({ target }) => {
          if (!target.value) return
          setChosen(target.value)
          setSlot('')
        }}
      />
      {day.isError && <LoadError title="We couldn’t load the free times" query={day} />}
      {day.data && slots.length === 0 && <p>No time is free on {formatDay(date)}.</p>}
      {slots.length > 0 && (
        <>
          <SelectField
            label={`Free times on ${formatDay(date)}`}
            placeholder="Choose a time"
            options={slotChoices(slots)}
            value={slot}
            required
            onChange={({ target }) => setSlot(target.value)}
          />
          <Button type="submit" busy={offer.isPending}>
            Hold and offer it
          </Button>
        </>
      )}
      {offer.isError && <FormAlert>{offer.error.message}</FormAlert>}
    </CheckedForm>
  )
}
