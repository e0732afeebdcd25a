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
import { OwnText, useOwnText } from '#web/lib/own-words.tsx'
import * as frame from '#words/en/frame.ts'
import * as words from '#words/en/visits/waitlist.ts'
import * as who from '#words/en/visits/who-sentences.tsx'
import { describeTime, describeUntil, namesOf } from './held-time.ts'

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
      <PageTitle className="mb-6">{frame.myWaitingList}</PageTitle>
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
            waiting={<ListSkeleton label={frame.loadingTheForm} />}
          />
        </Card>
      )}
      {list.isPending && <ListSkeleton label={words.loadingList} />}
      {list.isError && <LoadError title={words.listDidNotLoad} query={list} />}
      {list.data?.length === 0 && !isJoining && (
        <EmptyState
          title={words.notWaiting}
          picture={<img src={picture} alt="" width={240} height={180} className="picture" />}
          action={<ButtonLink to="/appointment">{words.makeAppointment}</ButtonLink>}
        >
          {words.whatItIsFor}
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
    onSuccess: () => toast.success(words.noLongerOnList),
  })
  const resume = useMutation({ mutationFn: () => send(resumeWaiting, { params }), ...settled })
  const { offer, appointment, children, treatment, isReoffer, closed } = entry
  const own = useOwnText()
  const what = <OwnText>{treatment}</OwnText>
  const patients = namesOf(children)
  return (
    <Card className="grid gap-3">
      <h2 className="flex items-center gap-3 text-xl wrap-anywhere">
        <Faces of={children} />
        <span className="min-w-0">
          {patients === null ? what : who.treatmentFor(what, <bdi>{patients}</bdi>)}
        </span>
      </h2>
      {!isReoffer && <p>{describePreferences(entry)}</p>}
      {appointment && (
        <p className="text-muted">
          {(isReoffer ? words.insteadOf : words.soonerThan)(describeTime(appointment))}
        </p>
      )}
      {!isReoffer && <p className="font-semibold">{describeTurn(entry)}</p>}
      {offer && (
        <p className="rounded-lg bg-leaf p-3 font-semibold">
          {words.held(describeTime(offer), describeUntil(offer.untilAt))}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {offer && (
          <ButtonLink
            look={isFirst ? 'primary' : 'secondary'}
            to={`/dashboard/offers/${offer._id}`}
          >
            {isReoffer ? words.answer : words.seeOffer}
          </ButtonLink>
        )}
        {entry.state === 'paused' && (
          <Button look="secondary" busy={resume.isPending} onClick={() => resume.mutate()}>
            {words.stillLooking}
          </Button>
        )}
        {closed && (
          <ButtonLink look="secondary" to={otherDays(entry)}>
            {words.waitForOtherDays}
          </ButtonLink>
        )}
        {!isReoffer && !closed && (
          <Button
            look="secondary"
            busy={leave.isPending}
            aria-label={words.leaveListFor(own(treatment), patients)}
            onClick={() => leave.mutate()}
          >
            {words.leaveList}
          </Button>
        )}
      </div>
    </Card>
  )
}
