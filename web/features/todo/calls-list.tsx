import { useQuery } from '@tanstack/react-query'
import type { CallEntry } from '#contract/front-desk/todo.ts'
import { listCalls } from '#contract/front-desk/todo-calls.ts'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { STAFF_REFETCH_MS } from '#web/lib/api/query-client.ts'
import { send } from '#web/lib/api/send.ts'
import { Claim } from '#web/shared/todo/claim.tsx'
import { TODO_KEY } from '#web/shared/todo/todo-counts.ts'
import { TodoEntry } from './todo-entry.tsx'
import { CallOutcomes, Outcome } from './todo-mark.tsx'

const WHY: Record<CallEntry['why'], string> = {
  no_email: 'no email known',
  unverified: 'the email isn’t verified',
  bounced: 'emails bounce',
  failed: 'the email could not be sent',
}

/** Families whom no email has told what the clinic has changed. */
export function CallsList() {
  const query = useQuery({
    queryKey: [...TODO_KEY, 'calls'],
    queryFn: ({ signal }) => send(listCalls, { signal }),
    staleTime: 0,
    refetchInterval: STAFF_REFETCH_MS,
  })
  if (query.isPending) return <ListSkeleton label="Loading calls" />
  if (!query.data) return <LoadError title="We couldn’t load the calls" query={query} />
  const isDone = ({ outcome }: CallEntry) => outcome?.outcome === 'reached'
  const open = query.data.filter((entry) => !isDone(entry))
  const done = query.data.filter(isDone)
  return (
    <>
      <p className="mt-2 text-muted">
        The clinic has canceled or moved these appointments, and no email tells the family.
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

function Calls({ label, entries }: { label: string; entries: readonly CallEntry[] }) {
  if (entries.length === 0) return null
  return (
    <ul
      aria-label={label}
      className="leaf mt-3 divide-y divide-base-300 bg-base-100 px-4 shadow-soft"
    >
      {entries.map((entry) => (
        <li key={entry._id}>
          <TodoEntry
            entry={{ ...entry, doctor: entry.doctor?.name ?? null }}
            facts={
              <>
                <p className="text-sm font-bold">
                  {entry.what === 'cancelled' ? 'Canceled' : 'Moved to this time'}: {WHY[entry.why]}
                </p>
                <Outcome outcome={entry.outcome} />
              </>
            }
          >
            {entry.outcome?.outcome !== 'reached' && <Claim list="calls" entry={entry} />}
            <CallOutcomes entry={entry} />
          </TodoEntry>
        </li>
      ))}
    </ul>
  )
}
