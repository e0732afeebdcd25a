import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { dateInAddress } from '#contract/dates.ts'
import type { WaitlistEntry } from '#contract/waitlist/waitlist.ts'
import { leaveWaitlist, resumeWaiting } from '#contract/waitlist/waitlist-calls.ts'
import { describePreferences, describeTurn } from '#web/both/waitlist/describe-entry.ts'
import picture from '#web/both/waitlist/waiting.svg'
import { WAITLIST_KEY, waitlistOptions } from '#web/both/waitlist/waitlist-api.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Faces } from '#web/components/people/face.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'
import { describeTime, describeUntil } from './held-time.ts'

// Needed only to join.
const joinForm = componentChunk(() => import('#web/both/waitlist/join-form.tsx'))

/** The family's waiting list; with `?treatment=` or `?appointment=` the form to join. */
export default function WaitlistPage() {
  const [parameters, setParameters] = useSearchParams()
  const isJoining = parameters.has('treatment') || parameters.has('appointment')
  const list = useQuery(waitlistOptions())
  const first = list.data?.find(({ offer }) => offer)
  return (
    <>
      <PageTitle className="mb-6">My Waiting List</PageTitle>
      {isJoining && (
        <Card className="mb-6">
          <LazyComponent
            chunk={joinForm}
            props={{
              initial: {
                treatment: parameters.get('treatment') ?? undefined,
                appointment: parameters.get('appointment') ?? undefined,
                date: dateInAddress(parameters, 'date', undefined),
                until: dateInAddress(parameters, 'until', undefined),
              },
              onDone: () => setParameters({}, { replace: true }),
            }}
            waiting={<ListSkeleton label="Loading the form" />}
          />
        </Card>
      )}
      {list.isPending && <ListSkeleton label="Loading your waiting list" />}
      {list.isError && <LoadError title="We couldn’t load your waiting list" query={list} />}
      {list.data?.length === 0 && !isJoining && (
        <EmptyState
          title="You’re not waiting for a time"
          picture={<img src={picture} alt="" width={240} height={180} className="picture" />}
          action={<ButtonLink to="/appointment">Make Appointment</ButtonLink>}
        >
          When a day is fully booked, join the waiting list there. We hold a time for you when one
          becomes free.
        </EmptyState>
      )}
      <ul className="grid gap-4">
        {list.data?.map((entry) => (
          <li key={entry._id}>
            <Entry entry={entry} isFirst={entry === first} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The address of the form to join, from the next day on which the preferences can be met. */
function otherDays({ treatment, appointment, closed }: WaitlistEntry): string {
  const parameters = new URLSearchParams(
    appointment ? { appointment: appointment._id, until: appointment.date } : { treatment },
  )
  if (closed?.next && !appointment) parameters.set('date', closed.next)
  return `/dashboard/waitlist?${parameters}`
}

interface EntryProps {
  entry: WaitlistEntry
  /** Its offer is the page's main action. */
  isFirst: boolean
}

function Entry({ entry, isFirst }: EntryProps) {
  const queries = useQueryClient()
  const settled = {
    onError: (error: Error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: WAITLIST_KEY }),
  }
  const params = { id: entry._id }
  const leave = useMutation({
    mutationFn: () => send(leaveWaitlist, { params }),
    ...settled,
    onSuccess: () => toast.success('You are no longer on the waiting list'),
  })
  const resume = useMutation({ mutationFn: () => send(resumeWaiting, { params }), ...settled })
  const { offer, appointment, child, children, treatment, isReoffer, closed } = entry
  return (
    <Card className="grid gap-3">
      <h2 className="flex items-center gap-3 text-xl wrap-anywhere">
        <Faces of={children} />
        <span className="min-w-0">
          {treatment}
          {child !== null && (
            <>
              {' for '}
              <bdi>{child}</bdi>
            </>
          )}
        </span>
      </h2>
      {!isReoffer && <p>{describePreferences(entry)}</p>}
      {appointment && (
        <p className="text-muted">
          {isReoffer ? 'Instead of' : 'Sooner than'} {describeTime(appointment)}
        </p>
      )}
      {!isReoffer && <p className="font-semibold">{describeTurn(entry)}</p>}
      {offer && (
        <p className="rounded-lg bg-leaf p-3 font-semibold">
          We hold {describeTime(offer)} for you until {describeUntil(offer.untilAt)}.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {offer && (
          <ButtonLink
            look={isFirst ? 'primary' : 'secondary'}
            to={`/dashboard/offers/${offer._id}`}
          >
            {isReoffer ? 'Answer' : 'See this offer'}
          </ButtonLink>
        )}
        {entry.state === 'paused' && (
          <Button look="secondary" busy={resume.isPending} onClick={() => resume.mutate()}>
            Still looking
          </Button>
        )}
        {closed && (
          <ButtonLink look="secondary" to={otherDays(entry)}>
            Wait for other days
          </ButtonLink>
        )}
        {!isReoffer && !closed && (
          <Button
            look="secondary"
            busy={leave.isPending}
            aria-label={`Leave the list for ${treatment}${child === null ? '' : ` for ${child}`}`}
            onClick={() => leave.mutate()}
          >
            Leave the list
          </Button>
        )}
      </div>
    </Card>
  )
}
