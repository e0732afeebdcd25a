import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { joinNames } from '#contract/names.ts'
import type { ContactAttempt, DueCall } from '#contract/next-visits/families-to-call.ts'
import type { ContactOutcome } from '#contract/next-visits/next-visits.ts'
import { addAttempt, listDueCalls } from '#contract/next-visits/next-visits-calls.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { Fold } from '#web/components/fold.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { STAFF_REFETCH_MS } from '#web/lib/api/query-client.ts'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { TodoEntry } from './todo-entry.tsx'

const WHY: Record<DueCall['why'], string> = {
  no_email: 'No email known',
  custody: 'An alert about custody: emails don’t ask',
  unverified: 'The email isn’t verified',
  bounced: 'Emails bounce',
  no_answer: 'No answer to our emails',
}

const OUTCOMES: Record<ContactOutcome, string> = {
  reached: 'Reached',
  message: 'Left a message',
  no_answer: 'No answer',
  wrong_number: 'Wrong number',
  declined: 'Declined',
}

/** Families to call about visits that they are asked to book: docs/requirements.md#call-to-book. */
export function DueCallsList() {
  const query = useQuery({
    queryKey: [...TODO_KEY, 'due'],
    queryFn: ({ signal }) => send(listDueCalls, { signal }),
    staleTime: 0,
    refetchInterval: STAFF_REFETCH_MS,
  })
  return (
    <>
      <p className="mt-2 text-muted">
        These families are asked to book a visit, but no email reaches them, or they have not booked
        it by the day on which it is due. A family that declines is no longer asked.
      </p>
      <Loaded query={query} what="the calls">
        {(calls) => {
          const done = calls.filter(wasReached)
          const open = calls.filter((call) => !wasReached(call))
          return (
            <>
              {open.length === 0 && <EmptyState title="No calls to make" />}
              <Calls label="Call to book" calls={open} />
              {done.length > 0 && (
                <>
                  <h3 className="mt-8 text-xl">Reached</h3>
                  <Calls label="Reached" calls={done} />
                </>
              )}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

const wasReached = ({ attempts: [last] }: DueCall) => last?.outcome === 'reached'

function Calls({ label, calls }: { label: string; calls: readonly DueCall[] }) {
  if (calls.length === 0) return null
  return (
    <DividedList aria-label={label}>
      {calls.map((call) => (
        <li key={call._id}>
          <TodoEntry
            entry={{ ...call, when: call }}
            facts={
              <>
                <p className="text-sm font-bold">{WHY[call.why]}</p>
                <Attempts attempts={call.attempts} />
              </>
            }
          >
            <AddAttempt call={call} />
          </TodoEntry>
        </li>
      ))}
    </DividedList>
  )
}

function Attempts({ attempts }: { attempts: readonly ContactAttempt[] }) {
  if (attempts.length === 0) return null
  return (
    <ul aria-label="Calls" className="mt-1 grid gap-1 text-sm">
      {attempts.map(({ _id, outcome, by, at, note }) => (
        <li key={_id} className="wrap-anywhere">
          {[OUTCOMES[outcome], by].filter(Boolean).join(', ')}, <Instant at={at} as="recent" />
          {note && <span className="block text-muted">{note}</span>}
        </li>
      ))}
    </ul>
  )
}

/** What came of a call; the record is never changed, the next one counts. */
function AddAttempt({ call: { _id: id, patients } }: { call: DueCall }) {
  const { identify } = usePatientTexts()
  const name = joinNames(patients.map(identify))
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  useUnsavedChanges(note !== '')
  const adding = useMutation({
    mutationFn: (outcome: ContactOutcome) =>
      send(addAttempt, { params: { id }, body: { outcome, note } }),
    onSuccess: () => setNote(''),
    onError: ({ message }) => toast.error(message),
    onSettled: () => queries.invalidateQueries({ queryKey: TODO_KEY }),
  })
  return (
    <>
      {Object.entries(OUTCOMES).map(([outcome, label]) => (
        <Button
          key={outcome}
          look={outcome === 'reached' ? 'secondary' : 'quiet'}
          className="min-h-11 px-4"
          aria-label={`${label}: ${name}`}
          busy={adding.isPending}
          onClick={() => adding.mutate(outcome as ContactOutcome)}
        >
          {label}
        </Button>
      ))}
      <Fold title="Add a note" className="basis-full sm:text-end">
        <TextField
          label={`Note about the call: ${name}`}
          hint="It is saved with the result."
          maxLength={200}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </Fold>
    </>
  )
}
