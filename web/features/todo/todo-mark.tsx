import type { CallOutcome, TodoMark } from '#contract/front-desk/todo.ts'
import { Button } from '#web/components/button.tsx'
import { Instant } from '#web/shared/times/instant.tsx'
import { type Marked, useMark } from '#web/shared/todo/claim.tsx'

const OUTCOMES: Record<CallOutcome, string> = {
  reached: 'Reached',
  message: 'Left a message',
  no_answer: 'No answer',
}

/** What came of a call; undone by a button. */
export function CallOutcomes({ entry }: { entry: Marked }) {
  const mark = useMark('calls', entry)
  const { outcome, patientName } = entry
  if (outcome?.outcome === 'reached') {
    return (
      <Button
        look="quiet"
        className="min-h-11 px-4"
        aria-label={`Undo: ${patientName} was reached`}
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
      aria-label={`${label}: ${patientName}`}
      busy={mark.isPending}
      onClick={() => mark.mutate({ outcome: each as CallOutcome })}
    >
      {label}
    </Button>
  ))
}

/** 'Left a message, Rita, Jun 5, 10:32 AM' */
export function Outcome({ outcome }: { outcome: TodoMark['outcome'] }) {
  if (!outcome) return null
  const { name, at } = outcome
  return (
    <p className="text-sm">
      {[OUTCOMES[outcome.outcome], name].filter(Boolean).join(', ')},{' '}
      <Instant at={at} as="recent" />
    </p>
  )
}
