import { useQuery } from '@tanstack/react-query'
import { formatSlot } from '#contract/booking/slots.ts'
import type { CallEntry, CallOutcome, TodoMark, WaitingCall } from '#contract/front-desk/todo.ts'
import { listCalls } from '#contract/front-desk/todo-calls.ts'
import { joinNames } from '#contract/names.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { Claim, type Marked, useMark } from '#web/desk/tasks/claim.tsx'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { AnswerOffer } from '#web/desk/waitlist/answer-offer.tsx'
import { STAFF_REFETCH_MS } from '#web/lib/api/query-client.ts'
import { send } from '#web/lib/api/send.ts'
import { TodoEntry } from './todo-entry.tsx'

const WHY: Record<CallEntry['why'], string> = {
  no_email: 'no email known',
  unverified: 'the email isn’t verified',
  bounced: 'emails bounce',
  failed: 'the email could not be sent',
  no_answer: 'no answer to our emails',
}

type Call = CallEntry | WaitingCall

const WHAT: Record<Call['what'], string> = {
  cancelled: 'Canceled',
  moved: 'Moved to this time',
  reoffered: 'Can’t take place at this time',
  offered: 'A time is held for the family',
  closed: 'Wait ended, as their days have no times left',
}

/** Families to call about a change by the clinic that no email was about. */
export function CallsList() {
  const query = useQuery({
    queryKey: [...TODO_KEY, 'calls'],
    queryFn: ({ signal }) => send(listCalls, { signal }),
    staleTime: 0,
    refetchInterval: STAFF_REFETCH_MS,
  })
  if (query.isPending) return <ListSkeleton label="Loading calls" />
  if (!query.data) return <LoadError title="We couldn’t load the calls" query={query} />
  const isDone = ({ outcome }: Call) => outcome?.outcome === 'reached'
  const open = query.data.filter((entry) => !isDone(entry))
  const done = query.data.filter(isDone)
  return (
    <>
      <p className="mt-2 text-muted">
        No email tells these families what the clinic has canceled or moved, that their days have no
        times left, or which time is held for them. Families that have not answered in time are
        here, too.
      </p>
      {open.length === 0 && <EmptyState title="No calls to make" />}
      <Calls label="To call" entries={open} />
      {done.length > 0 && (
        <>
          <h3 className="mt-8 text-xl">Done</h3>
          <Calls label="Done" entries={done} />
        </>
      )}
    </>
  )
}

function Calls({ label, entries }: { label: string; entries: readonly Call[] }) {
  if (entries.length === 0) return null
  return (
    <DividedList aria-label={label}>
      {entries.map((entry) => (
        <li key={entry._id}>
          <TodoEntry
            entry={shownOf(entry)}
            facts={
              <>
                <p className="text-sm font-bold">
                  {WHAT[entry.what]}: {WHY[entry.why]}
                </p>
                <Held entry={entry} />
                <Outcome outcome={entry.outcome} />
              </>
            }
          >
            <CallSteps entry={entry} />
          </TodoEntry>
        </li>
      ))}
    </DividedList>
  )
}

/** The time that is held for the family, to be answered while it is on the phone. */
function Held({ entry }: { entry: Call }) {
  const { identify } = usePatientTexts()
  const { held } = entry
  if (!held) return null
  const { offer, ...time } = held
  return (
    <div className="mt-2">
      <AnswerOffer
        offer={{ _id: offer, ...time }}
        name={joinNames(patientsOf(entry).map(identify))}
        closed={isWaitingCall(entry) ? null : { date: entry.date, slot: formatSlot(entry) }}
        moves={!isWaitingCall(entry)}
      />
      <p className="mt-1 text-sm">
        Without an answer{' '}
        {isWaitingCall(entry) ? 'the next family is asked' : 'the appointment is canceled'}.
      </p>
    </div>
  )
}

/** Whether the family is on the waiting list, rather than has an appointment. */
const isWaitingCall = (entry: Call): entry is WaitingCall => 'patients' in entry

function shownOf(entry: Call) {
  const patients = patientsOf(entry)
  if (isWaitingCall(entry)) return { ...entry, patients, when: entry }
  return { ...entry, patients, when: entry, doctor: entry.doctor?.name ?? null }
}

const patientsOf = (entry: Call) => (isWaitingCall(entry) ? entry.patients : [entry])

const OUTCOMES: Record<CallOutcome, string> = {
  reached: 'Reached',
  message: 'Left a message',
  no_answer: 'No answer',
}

/** Who calls, and the result. */
function CallSteps({ entry }: { entry: Call }) {
  const { identify } = usePatientTexts()
  const name = joinNames(patientsOf(entry).map(identify))
  return (
    <>
      {entry.outcome?.outcome !== 'reached' && <Claim list="calls" name={name} entry={entry} />}
      <CallOutcomes entry={entry} name={name} />
    </>
  )
}

/** The result of a call, with a button that undoes it. */
function CallOutcomes({ entry, name }: { entry: Marked; name: string }) {
  const mark = useMark('calls', entry)
  const { outcome } = entry
  if (outcome?.outcome === 'reached') {
    return (
      <Button
        look="quiet"
        className="min-h-11 px-4"
        aria-label={`Undo: ${name} was reached`}
        busy={mark.isPending}
        onClick={() => mark.mutate({ outcome: null })}
      >
        Undo
      </Button>
    )
  }
  return Object.entries(OUTCOMES).map(([each, label]) => (
    <Button
      key={each}
      look={each === 'reached' ? 'secondary' : 'quiet'}
      className="min-h-11 px-4"
      aria-label={`${label}: ${name}`}
      busy={mark.isPending}
      onClick={() => mark.mutate({ outcome: each as CallOutcome })}
    >
      {label}
    </Button>
  ))
}

/** 'Left a message, Rita, Jun 5, 10:32 AM' */
function Outcome({ outcome }: { outcome: TodoMark['outcome'] }) {
  if (!outcome) return null
  const { name, at } = outcome
  return (
    <p className="text-sm">
      {[OUTCOMES[outcome.outcome], name].filter(Boolean).join(', ')},{' '}
      <Instant at={at} as="recent" />
    </p>
  )
}
