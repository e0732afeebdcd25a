import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describePatient } from '#contract/patients/patients.ts'
import type { ScheduleConflict } from '#contract/schedule/schedule.ts'
import { conflictDecisions } from '#contract/schedule/schedule-conflicts-calls.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { CardRow, CardRows } from '#web/components/lists/card-rows.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { useTimeFormat } from '#web/desk/appointments/time-format.ts'
import { describeReason } from '#web/desk/tasks/conflict-reasons.ts'
import { conflictsOptions } from '#web/desk/tasks/conflicts-api.ts'
import { send } from '#web/lib/api/send.ts'
import { AppointmentFacts } from './impact-panel.tsx'
import { MoveDialog } from './move-dialog.tsx'

/** Upcoming appointments that do not fit the schedule, each with the possible actions. */
export function ScheduleConflicts() {
  const query = useQuery(conflictsOptions)
  return (
    <Card>
      <Loaded query={query} what="the appointments that no longer fit">
        {(conflicts) => <ConflictList conflicts={conflicts} />}
      </Loaded>
    </Card>
  )
}

interface Decided {
  conflict: ScheduleConflict
  decision: 'keep' | 'cancel'
}

function ConflictList({ conflicts }: { conflicts: readonly ScheduleConflict[] }) {
  const queries = useQueryClient()
  const nameOf = useConflictName()
  const formatTime = useTimeFormat()
  const [cancelling, setCancelling] = useState<ScheduleConflict | null>(null)
  const [moving, setMoving] = useState<ScheduleConflict | null>(null)
  const [decided, setDecided] = useState(0)
  const heading = useFocusOnChange<HTMLHeadingElement>(String(decided))
  const { queryKey } = conflictsOptions
  const deciding = useMutation({
    mutationFn: ({ conflict: { _id: id, version }, decision }: Decided) =>
      send(conflictDecisions[decision], { params: { id }, body: { version } }),
    onSuccess: ({ misfits }, { conflict, decision }) =>
      finish(misfits, `${nameOf(conflict)}: ${decision === 'keep' ? 'kept' : 'canceled'}`),
    onError: (error, { decision }) => {
      if (decision === 'keep') toast.error(error.message)
      // It may have changed meanwhile.
      void queries.invalidateQueries({ queryKey })
    },
  })

  /** @param rest those that still do not fit */
  function finish(rest: ScheduleConflict[], done: string) {
    queries.setQueryData(queryKey, rest)
    setCancelling(null)
    setMoving(null)
    setDecided(decided + 1)
    toast.success(done)
  }

  return (
    <section id="conflicts" aria-labelledby="conflicts-title" className="grid scroll-mt-28 gap-4">
      <h2 id="conflicts-title" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        No longer fit ({conflicts.length})
      </h2>
      <p className="text-muted">
        {conflicts.length === 0
          ? 'All upcoming appointments fit the hours, closures, doctors and treatments.'
          : 'These appointments stay as they are until you decide.'}
      </p>
      {conflicts.length > 0 && (
        <CardRows>
          {conflicts.map((conflict) => (
            <ConflictItem
              key={conflict._id}
              conflict={conflict}
              isKeeping={deciding.isPending && deciding.variables.conflict === conflict}
              onKeep={() => deciding.mutate({ conflict, decision: 'keep' })}
              onMove={() => setMoving(conflict)}
              onCancel={() => {
                deciding.reset()
                setCancelling(conflict)
              }}
            />
          ))}
        </CardRows>
      )}
      {cancelling && (
        <ConfirmDialog
          open
          question="Cancel this appointment?"
          detail={`${nameOf(cancelling)}. ${refundOf(cancelling)} This can’t be undone.`}
          confirmLabel="Cancel appointment"
          cancelLabel="Go back"
          error={deciding.error?.message}
          busy={deciding.isPending}
          onConfirm={() => deciding.mutate({ conflict: cancelling, decision: 'cancel' })}
          onCancel={() => setCancelling(null)}
        />
      )}
      {moving && (
        <MoveDialog
          conflict={moving}
          onMoved={(rest, { date, slot }) =>
            finish(rest, `${nameOf(moving)}: moved to ${formatTime({ date, slot })}`)
          }
          onFailed={() => void queries.invalidateQueries({ queryKey })}
          onClose={() => setMoving(null)}
        />
      )}
    </section>
  )
}

interface ConflictItemProps {
  conflict: ScheduleConflict
  isKeeping: boolean
  onKeep: () => void
  onMove: () => void
  onCancel: () => void
}

function ConflictItem({ conflict, isKeeping, onKeep, onMove, onCancel }: ConflictItemProps) {
  const nameOf = useConflictName()
  return (
    <CardRow>
      <div className="grid min-w-0 grow basis-64 gap-1">
        <AppointmentFacts appointment={conflict} />
        <p className="text-sm font-bold text-error">
          {conflict.reasons.map(describeReason).join('. ')}.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          aria-label={`Keep ${nameOf(conflict)}`}
          busy={isKeeping}
          onClick={onKeep}
          className="px-4"
        >
          Keep
        </Button>
        <Button
          look="secondary"
          aria-label={`Move ${nameOf(conflict)}`}
          onClick={onMove}
          className="px-4"
        >
          Move
        </Button>
        <Button
          look="secondary"
          aria-label={`Cancel ${nameOf(conflict)}`}
          onClick={onCancel}
          className="px-4 text-error"
        >
          Cancel
        </Button>
      </div>
    </CardRow>
  )
}

function useConflictName() {
  const formatTime = useTimeFormat()
  return (conflict: ScheduleConflict) =>
    [describePatient(conflict), conflict.treatment, formatTime(conflict)].join(', ')
}

function refundOf({ paid }: ScheduleConflict): string {
  return paid ? 'What was paid will be refunded.' : 'It isn’t paid.'
}
