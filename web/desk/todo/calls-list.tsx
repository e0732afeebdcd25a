import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { formatDays } from '#contract/dates.ts'
import type { CallEntry, CallOutcome, ClosedCall, TodoMark } from '#contract/front-desk/todo.ts'
import { listCalls } from '#contract/front-desk/todo-calls.ts'
import { joinNames } from '#contract/names.ts'
import { describeTime, describeUntil } from '#web/both/appointments/moment.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { DividedList } from '#web/components/card.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { Claim, type Marked, useMark } from '#web/desk/tasks/claim.tsx'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { STAFF_REFETCH_MS } from '#web/lib/api/query-client.ts'
import { send } from '#web/lib/api/send.ts'
import { startOf, TodoEntry } from './todo-entry.tsx'

const WHY: Record<CallEntry['why'], string> = {
  no_email: 'no email known',
  unverified: 'the email isn’t verified',
  bounced: 'emails bounce',
  failed: 'the email could not be sent',
  no_answer: 'no answer to our emails',
}

type Call = CallEntry | ClosedCall

const WHAT: Record<Call['what'], string> = {
  cancelled: 'Canceled',
  moved: 'Moved to this time',
  reoffered: 'Can’t take place at this time',
  closed: 'No longer waiting, as there are no times on these days',
}

/** Families that no email has told what the clinic has changed. */
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
        The clinic has canceled or moved these appointments, or has no times any more on the days
        that these families waited for, and no email tells the family. Families of closed days that
        have not answered in time are here, too, until their appointment is canceled.
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
                {entry.what !== 'closed' && entry.held && (
                  <p className="text-sm">
                    {describeTime(entry.held)}, is held until {describeUntil(entry.held.untilAt)}.
                    Then the appointment is canceled.{' '}
                    <Link
                      to={`/dashboard/waiting?date=${entry.date}`}
                      className="font-bold underline underline-offset-4"
                    >
                      Answer for the family
                    </Link>
                  </p>
                )}
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

function shownOf(entry: Call) {
  const patients = patientsOf(entry)
  if (entry.what === 'closed') return { ...entry, patients, when: formatDays(entry.from, entry.to) }
  return { ...entry, patients, when: startOf(entry), doctor: entry.doctor?.name ?? null }
}

const patientsOf = (entry: Call) => (entry.what === 'closed' ? entry.patients : [entry])

const OUTCOMES: Record<CallOutcome, string> = {
  reached: 'Reached',
  message: 'Left a message',
  no_answer: 'No answer',
}

/** Who calls, and what came of it. */
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

/** The result of a call; undone by a button. */
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
