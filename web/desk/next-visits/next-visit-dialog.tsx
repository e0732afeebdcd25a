import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import { DEFAULT_FOLLOW_UPS, dayOfFollowUp, followUpsOf } from '#contract/next-visits/follow-up.ts'
import type { NewTicket, NextVisit } from '#contract/next-visits/next-visits.ts'
import * as calls from '#contract/next-visits/next-visits-calls.ts'
import { servicesOptions } from '#web/both/times/services-query.ts'
import { Button } from '#web/components/button.tsx'
import { Fold } from '#web/components/fold.tsx'
import { CheckedForm } from '#web/components/forms/checked-form.tsx'
import { FieldError } from '#web/components/forms/field-error.tsx'
import { choicesOf, SelectField, TextField } from '#web/components/forms/fields.tsx'
import { FormDialog } from '#web/components/forms/form-dialog.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { configOptions } from '#web/lib/api/config.ts'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'

export interface NextVisitDialogProps {
  /** Id of the appointment that the visit follows. */
  appointment: string
  childId: string
  /** The child's name, as staff see it. */
  name: string
  /** Today at the clinic. */
  today: IsoDate
  /** Whether the viewer may see and withdraw open tickets; doctors may not. */
  listsOpen: boolean
  onClose: () => void
}

const ticketsOptions = (childId: string) =>
  queryOptions({
    queryKey: ['next-visits', 'of-child', childId],
    queryFn: ({ signal }) => send(calls.listNextVisits, { query: { child: childId }, signal }),
    staleTime: 0,
  })

/** Asks the family to book a visit with one press, and withdraws open tickets. */
export default function NextVisitDialog(props: NextVisitDialogProps) {
  const { appointment, childId, name, today, listsOpen, onClose } = props
  const formatDay = useDayFormat()
  const config = useQuery(configOptions())
  const followUps = followUpsOf(config.data?.followUps ?? DEFAULT_FOLLOW_UPS) ?? []
  const queries = useQueryClient()
  const asking = useMutation({
    mutationFn: (wanted: Omit<NewTicket, 'appointment'>) =>
      send(calls.openTicket, { body: { appointment, ...wanted } }),
    onSuccess: ({ around, treatment }) => {
      void queries.invalidateQueries({ queryKey: ticketsOptions(childId).queryKey })
      toast.success(
        `The family of ${name} is asked to book ${treatment.name} around ${formatDay(around)}`,
      )
      onClose()
    },
  })
  return (
    <FormDialog open title={`Next visit of ${name}`} onClose={onClose} busy={asking.isPending}>
      <fieldset className="grid gap-2">
        <legend className="mb-2">Ask the family to book it in</legend>
        <div className="flex flex-wrap gap-2">
          {followUps.map((followUp, index) => (
            <Button
              key={followUp.label}
              look="secondary"
              data-autofocus={index === 0 ? '' : undefined}
              disabled={asking.isPending}
              onClick={() => asking.mutate({ around: dayOfFollowUp(followUp, today) })}
            >
              {followUp.label}
            </Button>
          ))}
        </div>
        <FieldError>{asking.error?.message}</FieldError>
      </fieldset>
      {listsOpen && <AskedAlready childId={childId} />}
      <Fold title="Another day, treatment, or a note">
        <OtherVisit today={today} busy={asking.isPending} onAsk={asking.mutate} />
      </Fold>
    </FormDialog>
  )
}

interface OtherVisitProps {
  today: IsoDate
  busy: boolean
  onAsk: (wanted: Omit<NewTicket, 'appointment'>) => void
}

function OtherVisit({ today, busy, onAsk }: OtherVisitProps) {
  const services = useQuery(servicesOptions())
  const [around, setAround] = useState('')
  const [treatment, setTreatment] = useState('')
  const [note, setNote] = useState('')
  useUnsavedChanges(around !== '' || treatment !== '' || note !== '')
  const submit = () => onAsk({ around, note, ...(treatment && { treatment }) })
  const choices = choicesOf(services.data ?? [])
  return (
    <CheckedForm onSubmit={submit} className="grid gap-4 pt-2">
      <TextField
        label="Around"
        type="date"
        required
        min={today}
        value={around}
        onChange={({ target }) => setAround(target.value)}
      />
      <SelectField
        label="Treatment"
        options={[{ value: '', label: 'The same' }, ...choices]}
        value={treatment}
        onChange={({ target }) => setTreatment(target.value)}
      />
      <TextField
        label="Note for the family (optional)"
        hint="They see it after the login, not in the email."
        maxLength={200}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button type="submit" busy={busy}>
        Ask the family
      </Button>
    </CheckedForm>
  )
}

/** The visits that the family is already asked to book, each with a button that withdraws it. */
function AskedAlready({ childId }: Pick<NextVisitDialogProps, 'childId'>) {
  const query = useQuery(ticketsOptions(childId))
  return (
    <Loaded query={query} what="the open visits">
      {(tickets) =>
        tickets.length > 0 && (
          <ul aria-label="Open requests" className="grid gap-2">
            {tickets.map((ticket) => (
              <OpenTicket key={ticket._id} ticket={ticket} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function OpenTicket({ ticket }: { ticket: NextVisit }) {
  const formatDay = useDayFormat()
  const queries = useQueryClient()
  const { _id: id, treatment, doctor, around, child } = ticket
  const withdrawing = useMutation({
    mutationFn: () => send(calls.withdrawTicket, { params: { id } }),
    onSuccess: () => toast.success(`${treatment.name} is no longer asked for`),
    onSettled: () => queries.invalidateQueries({ queryKey: ticketsOptions(child._id).queryKey }),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <span className="grow">
        {treatment.name}
        {doctor && `, ${doctor.name}`}, around {formatDay(around)}
      </span>
      <Button
        look="quiet"
        aria-label={`Withdraw ${treatment.name} around ${formatDay(around)}`}
        busy={withdrawing.isPending}
        onClick={() => withdrawing.mutate()}
      >
        Withdraw
      </Button>
      <FieldError>{withdrawing.error?.message}</FieldError>
    </li>
  )
}
