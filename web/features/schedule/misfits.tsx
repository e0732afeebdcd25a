import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatWireDate } from '#contract/dates.ts'
import type { Misfit, MisfitReason } from '#contract/schedule/schedule.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { AppointmentFacts } from './impact-panel.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { decideMisfit, misfitsOptions } from './schedule-api.ts'

const REASONS: Record<MisfitReason, string> = {
  closed: 'The clinic is closed then',
  outside_hours: 'Outside opening hours',
  doctor_absent: 'The doctor is away',
  doctor_off: 'The doctor doesn’t work then',
  doctor_removed: 'The doctor has left',
  doctor_not_giving: 'The doctor no longer gives this treatment',
  treatment_inactive: 'The treatment is no longer offered',
  time_not_offered: 'The treatment takes longer now, or starts at other times',
  other_age: 'The child is too young or too old for this treatment then',
}

/** Appointments to come that no longer fit the schedule, each with what can be done about it. */
export function Misfits() {
  const query = useQuery(misfitsOptions())
  return (
    <Card>
      {query.isPending ? (
        <ListSkeleton label="Loading appointments that no longer fit" />
      ) : query.data ? (
        <MisfitList misfits={query.data} />
      ) : (
        <LoadError title="We couldn’t load the appointments that no longer fit" query={query} />
      )}
    </Card>
  )
}

function MisfitList({ misfits }: { misfits: readonly Misfit[] }) {
  const queries = useQueryClient()
  const [cancelling, setCancelling] = useState<Misfit | null>(null)
  const [moving, setMoving] = useState<Misfit | null>(null)
  const [decided, setDecided] = useState(0)
  const heading = useFocusOnChange<HTMLHeadingElement>(String(decided))
  const { queryKey } = misfitsOptions()
  const deciding = useMutation({
    mutationFn: ({ misfit, decision }: { misfit: Misfit; decision: 'keep' | 'cancel' }) =>
      decideMisfit(misfit, decision),
    onSuccess: (rest, { misfit, decision }) =>
      finish(rest, misfit, decision === 'keep' ? 'kept' : 'canceled'),
    onError: (error, { decision }) => {
      if (decision === 'keep') toast.error(error.message)
      // It may have changed meanwhile.
      void queries.invalidateQueries({ queryKey })
    },
  })

  /** @param rest those that still do not fit */
  function finish(rest: Misfit[], { patientName, date }: Misfit, done: string) {
    queries.setQueryData(queryKey, rest)
    setCancelling(null)
    setMoving(null)
    setDecided(decided + 1)
    toast.success(`${patientName}’s appointment on ${formatWireDate(date)} is ${done}.`)
  }

  return (
    <section id="misfits" aria-labelledby="misfits-title" className="grid scroll-mt-28 gap-4">
      <h2 id="misfits-title" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        No longer fit ({misfits.length})
      </h2>
      <p className="text-muted">
        {misfits.length === 0
          ? 'All appointments to come fit the hours, closures, doctors and treatments.'
          : 'These appointments stay as they are until you decide.'}
      </p>
      {misfits.length > 0 && (
        <ul className="grid">
          {misfits.map((misfit) => (
            <MisfitItem
              key={misfit._id}
              misfit={misfit}
              isKeeping={deciding.isPending && deciding.variables.misfit === misfit}
              onKeep={() => deciding.mutate({ misfit, decision: 'keep' })}
              onMove={() => setMoving(misfit)}
              onCancel={() => {
                deciding.reset()
                setCancelling(misfit)
              }}
            />
          ))}
        </ul>
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
          onConfirm={() => deciding.mutate({ misfit: cancelling, decision: 'cancel' })}
          onCancel={() => setCancelling(null)}
        />
      )}
      {moving && (
        <MoveDialog
          misfit={moving}
          onMoved={(rest) => finish(rest, moving, 'moved')}
          onFailed={() => void queries.invalidateQueries({ queryKey })}
          onClose={() => setMoving(null)}
        />
      )}
    </section>
  )
}

interface MisfitItemProps {
  misfit: Misfit
  isKeeping: boolean
  onKeep: () => void
  onMove: () => void
  onCancel: () => void
}

function MisfitItem({ misfit, isKeeping, onKeep, onMove, onCancel }: MisfitItemProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-base-300 py-4 first:border-0">
      <div className="grid min-w-0 grow basis-64 gap-1">
        <AppointmentFacts appointment={misfit} />
        <p className="text-sm font-bold text-error">
          {misfit.reasons.map((reason) => REASONS[reason]).join('. ')}.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          look="secondary"
          aria-label={`Keep ${nameOf(misfit)}`}
          busy={isKeeping}
          onClick={onKeep}
          className="px-4"
        >
          Keep
        </Button>
        <Button
          look="secondary"
          aria-label={`Move ${nameOf(misfit)}`}
          onClick={onMove}
          className="px-4"
        >
          Move
        </Button>
        <Button
          look="secondary"
          aria-label={`Cancel ${nameOf(misfit)}`}
          onClick={onCancel}
          className="px-4 text-error"
        >
          Cancel
        </Button>
      </div>
    </li>
  )
}

function nameOf({ patientName, treatment, date, slot }: Misfit): string {
  return `${patientName}, ${treatment}, ${formatWireDate(date)}, ${slot}`
}

function refundOf({ paid }: Misfit): string {
  return paid ? 'What was paid will be refunded.' : 'It isn’t paid.'
}
