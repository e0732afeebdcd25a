import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment, useId } from 'react'
import { formatMinute, parseSlotStart } from '#contract/booking/slots.ts'
import { type IsoDate, weekdayOf } from '#contract/dates.ts'
import { type DeskEntry, isInPart } from '#contract/waitlist/waitlist.ts'
import { offerByHand } from '#contract/waitlist/waitlist-calls.ts'
import { deskWaitlistOptions, WAITLIST_KEY } from '#web/both/waitlist/waitlist-api.ts'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useUntilFormat } from '#web/desk/appointments/day-format.ts'
import { HELD_KEY } from '#web/desk/appointments/held-api.ts'
import { PatientName, usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { invalidateAnew } from '#web/lib/api/fetch-anew.ts'
import { send } from '#web/lib/api/send.ts'

/** A free time of a treatment. */
export interface OfferedTime {
  /** Names; without a doctor, any of the treatment's. */
  treatment: string
  doctor: string | null
  slot: string
}

interface WaitingFamiliesProps {
  date: IsoDate
  /** Free at one place of the day; of several that fit a family, the first is offered. */
  times: readonly OfferedTime[]
  /** Called once a time is held for a family. */
  onOffered?: () => void
}

/**
 * The families that wait for a free time, in the order of their turn; a button holds the time for
 * one of them and offers it. Nothing if none waits.
 */
export default function WaitingFamilies({ date, times, onOffered }: WaitingFamiliesProps) {
  const titleId = useId()
  const list = useInfiniteQuery(deskWaitlistOptions(date))
  const entries = list.data?.pages.flatMap(({ items }) => items)
  if (!entries) {
    return (
      list.isError && (
        <LoadError title="We couldn’t load the families waiting for this time" query={list} />
      )
    )
  }
  const waiting = entries.flatMap((entry) => {
    const time = times.find((each) => fits(entry, date, each))
    return time ? [{ entry, time }] : []
  })
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="grid gap-2">
      <h3 id={titleId} className="text-lg font-extrabold">
        {waiting.length === 1 ? '1 family waits' : `${waiting.length} families wait`} for this time
      </h3>
      <ul className="grid gap-2">
        {waiting.map(({ entry, time }) => (
          <Waiting key={entry._id} {...{ entry, date, time }} onOffered={onOffered} />
        ))}
      </ul>
    </section>
  )
}

/** Whether a family wants a time, and has no other one to answer. */
function fits(entry: DeskEntry, date: IsoDate, { treatment, doctor, slot }: OfferedTime): boolean {
  return (
    entry.treatment === treatment &&
    entry.state === 'open' &&
    entry.offer === null &&
    !entry.isReoffer &&
    (entry.doctor === null || doctor === null || entry.doctor === doctor) &&
    entry.weekdays.includes(weekdayOf(date)) &&
    isInPart(parseSlotStart(slot), entry.part)
  )
}

interface WaitingProps extends Pick<WaitingFamiliesProps, 'date' | 'onOffered'> {
  entry: DeskEntry
  time: OfferedTime
}

function Waiting({ entry, date, time: { slot }, onOffered }: WaitingProps) {
  const queries = useQueryClient()
  const { identify } = usePatientTexts()
  const { _id, patients, treatment, urgent, family } = entry
  const formatUntil = useUntilFormat()
  const name = patients.map(identify).join(' and ')
  const at = formatMinute(parseSlotStart(slot))
  const offer = useMutation({
    mutationFn: () => send(offerByHand, { params: { id: _id }, body: { date, slot } }),
    onSuccess: ({ doctor, untilAt }) => {
      const place = [at, doctor].filter(Boolean).join(' with ')
      toast.success(`${place} is held for ${name} until ${formatUntil(untilAt)}`)
      onOffered?.()
    },
    onSettled: () => {
      for (const queryKey of [WAITLIST_KEY, HELD_KEY, ['available']]) {
        void invalidateAnew(queries, { queryKey })
      }
    },
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-line px-3 py-1">
      <div className="min-w-0 grow basis-40">
        <p className="font-bold wrap-anywhere">
          {patients.map((patient, index) => (
            <Fragment key={patient.child?._id ?? ''}>
              {index > 0 && ' and '}
              <PatientName of={patient} birthDate="always" />
            </Fragment>
          ))}
        </p>
        <p className="text-sm text-muted">
          {treatment}
          {urgent !== null && <strong>, urgent: {urgent}</strong>}
        </p>
        {family.email === null && (
          <p className="text-sm">
            No email is known: call <PhoneLink of={entry} />
          </p>
        )}
      </div>
      <Button
        look="secondary"
        aria-label={`Offer ${at} to ${name}`}
        busy={offer.isPending}
        onClick={() => offer.mutate()}
      >
        Offer {at}
      </Button>
      {offer.isError && <FormAlert>{offer.error.message}</FormAlert>}
    </li>
  )
}
