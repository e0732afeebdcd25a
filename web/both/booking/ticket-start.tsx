import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { formatDays } from '#contract/dates.ts'
import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import { listNextVisits } from '#contract/next-visits/next-visits-calls.ts'
import { joinWaitlist } from '#contract/waitlist/waitlist-calls.ts'
import { keepAskedTicket } from '#web/both/times/asked-ticket.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { send } from '#web/lib/api/send.ts'
import { useClinic } from '#web/lib/clinic.tsx'
import { writeChoices } from './address/choices-address.ts'

/** Starts a booking from a ticket: `/appointment?ticket=ID`. */
export default function TicketStart({ ticket }: { ticket: string }) {
  const query = useQuery({
    queryKey: ['next-visits', 'one', ticket],
    queryFn: ({ signal }) => send(listNextVisits, { query: { ticket }, signal }),
    staleTime: 0,
  })
  return (
    <Loaded query={query} what="your visit">
      {([visit]) => (visit ? <Visit visit={visit} /> : <NotFound />)}
    </Loaded>
  )
}

function Visit({ visit }: { visit: NextVisit }) {
  const { state, canBook, opensOn, firstDay, appointment, from, to } = visit
  const { phone } = useClinic()
  if (appointment) {
    return (
      <EmptyState title="This visit is booked">
        <ButtonLink to={`/dashboard/appointment/${appointment._id}`}>View appointment</ButtonLink>
      </EmptyState>
    )
  }
  if (state !== 'open') return <NotFound />
  if (opensOn) {
    return (
      <EmptyState title="This visit can’t be booked yet">
        It can be booked from {formatDays(opensOn, opensOn)} on. We’ll email you then.
      </EmptyState>
    )
  }
  if (!canBook) {
    return (
      <EmptyState title="Please call us to book this visit">
        Our number is {phone}. The visit is due {formatDays(from, to)}.
      </EmptyState>
    )
  }
  return firstDay ? <Start visit={visit} date={firstDay} /> : <NoneFree visit={visit} />
}

/** Opens the calendar at the first free day, with everything chosen except the time. */
function Start({ visit, date }: { visit: NextVisit; date: string }) {
  const navigate = useNavigate()
  const start = useEffectEvent(() => {
    keepAskedTicket(visit._id)
    const chosen = { child: visit.child._id, treatment: visit.treatment._id }
    const doctor = visit.doctor?._id ?? null
    const choices = writeChoices({ ...chosen, doctor, date, slot: null, siblings: null })
    void navigate(`/appointment?${choices}`, { replace: true })
  })
  useEffect(() => start(), [])
  return null
}

function NoneFree({ visit }: { visit: NextVisit }) {
  const { child, treatment, doctor, from, to } = visit
  const joining = useMutation({
    mutationFn: () =>
      send(joinWaitlist, {
        body: {
          ...{ treatment: treatment.name, child: child._id, from, to },
          ...(doctor && { doctor: doctor._id }),
        },
      }),
  })
  if (joining.isSuccess) {
    return (
      <EmptyState title="We’ll tell you when a time opens">
        <ButtonLink to="/dashboard/waitlist">My Waiting List</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No time is free on these days">
      <p className="mb-4">
        {treatment.name} for {child.name}, {formatDays(from, to)}
      </p>
      {joining.error && <FormAlert>{joining.error.message}</FormAlert>}
      <Button busy={joining.isPending} onClick={() => joining.mutate()}>
        Tell me when one opens
      </Button>
    </EmptyState>
  )
}

function NotFound() {
  return (
    <EmptyState title="This visit is no longer asked for">
      <ButtonLink to="/appointment" look="secondary">
        Book an appointment
      </ButtonLink>
    </EmptyState>
  )
}
