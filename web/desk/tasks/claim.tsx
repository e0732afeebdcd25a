import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MarkedList, TodoChange, TodoMark } from '#contract/front-desk/todo.ts'
import { listTodoMarks, markTodo } from '#contract/front-desk/todo-calls.ts'
import { Button } from '#web/components/button.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'
import { TODO_KEY } from './todo-counts.ts'

export interface Marked extends TodoMark {
  /** Id of its subject, as in the list. */
  _id: string
}

/** Claims an entry, or records the result of a call. */
export function useMark(list: MarkedList, { _id: id, claimed, outcome }: Marked) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Omit<TodoChange, 'seen'>) => {
      const seen = { claimed: claimed?._id ?? null, outcome: outcome?.outcome ?? null }
      return send(markTodo, { params: { list, id }, body: { ...change, seen } })
    },
    onError: ({ message }) => toast.error(message),
    onSettled: () => queries.invalidateQueries({ queryKey: TODO_KEY }),
  })
}

/** How old the claims of others may be, in milliseconds. */
const REFETCH_MS = 15_000

const marksOptions = {
  queryKey: [...TODO_KEY, 'marks'],
  queryFn: ({ signal }: { signal: AbortSignal }) => send(listTodoMarks, { signal }),
  staleTime: REFETCH_MS / 2,
  refetchInterval: REFETCH_MS,
}

interface ListedClaimProps {
  list: MarkedList
  id: string
  /** The patient or the family of the entry. */
  name: string
}

/** The same for an entry of a list that comes without claims; nothing until they have loaded. */
export function ListedClaim({ list, id, name }: ListedClaimProps) {
  const { data } = useQuery(marksOptions)
  if (!data) return null
  const known = data.find((mark) => mark.list === list && mark.subject === id)
  const { claimed = null, outcome = null } = known ?? {}
  return <Claim list={list} name={name} entry={{ _id: id, claimed, outcome }} />
}

interface ClaimProps {
  list: MarkedList
  /** The patient or the family of the entry. */
  name: string
  entry: Marked
}

/** The claim of an entry by a member of staff, so that two do not call the same family. */
export function Claim({ list, name, entry }: ClaimProps) {
  const mark = useMark(list, entry)
  const { claimed } = entry
  if (claimed && !claimed.isYou) {
    return (
      <>
        <p className="text-sm font-bold">{claimed.name || 'A colleague'} is on it</p>
        <Button
          look="quiet"
          className="min-h-11 px-4"
          aria-label={`Take over ${name}`}
          busy={mark.isPending}
          onClick={() => mark.mutate({ claimed: true })}
        >
          Take over
        </Button>
      </>
    )
  }
  const label = claimed ? 'You’re on it' : 'I’m on it'
  return (
    <Button
      look={claimed ? 'quiet' : 'secondary'}
      className="min-h-11 px-4"
      aria-pressed={claimed !== null}
      aria-label={`${label}: ${name}`}
      busy={mark.isPending}
      onClick={() => mark.mutate({ claimed: !claimed })}
    >
      {label}
    </Button>
  )
}
