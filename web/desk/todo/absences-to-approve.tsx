import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AbsenceApproval, ApprovalDecision } from '#contract/schedule/absences.ts'
import { decideAbsence } from '#contract/schedule/absences-calls.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { approvalsOptions, describeAbsence } from '#web/desk/absence/absence-approvals.ts'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { ListedClaim } from '#web/desk/tasks/claim.tsx'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { send } from '#web/lib/api/send.ts'

/** Absences that staff recorded. They apply until an admin withdraws them. */
export function AbsencesToApprove() {
  const query = useQuery(approvalsOptions)
  if (query.isPending) return <ListSkeleton label="Loading absences" />
  if (!query.data) return <LoadError title="We couldn’t load the absences" query={query} />
  const waiting = query.data.filter(({ state }) => state === 'waiting')
  if (waiting.length === 0) return <EmptyState title="No absences to approve" />
  return (
    <>
      <p className="mt-2 text-muted">Staff have recorded these absences. They apply already.</p>
      <DividedList aria-label="To approve">
        {waiting.map((absence) => (
          <Absence key={absence._id} absence={absence} />
        ))}
      </DividedList>
    </>
  )
}

function Absence({ absence }: { absence: AbsenceApproval }) {
  const { _id: id, doctor, reason, recordedBy, recordedAt } = absence
  const queries = useQueryClient()
  const formatDay = useDayFormat()
  const [isAsking, setAsking] = useState(false)
  const deciding = useMutation({
    mutationFn: (decision: ApprovalDecision) =>
      send(decideAbsence, { params: { id }, body: { decision } }),
    onSuccess: (_, decision) => toast.success(`The absence of ${doctor.name} is ${decision}`),
    onError: ({ message }) => toast.error(message),
    onSettled: () => {
      setAsking(false)
      return queries.invalidateQueries({ queryKey: TODO_KEY })
    },
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3">
      <div className="min-w-0 grow basis-64 wrap-anywhere">
        <p className="font-extrabold">{doctor.name}</p>
        <p>
          {describeAbsence(absence, formatDay)}
          {reason && `: ${reason}`}
        </p>
        <p className="text-sm text-muted">
          {recordedBy || 'A colleague'}, <Instant at={recordedAt} as="exact" />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ListedClaim list="absences" id={id} name={doctor.name} />
        <Button
          className="min-h-11 px-4"
          aria-label={`Approve the absence of ${doctor.name}`}
          busy={deciding.isPending}
          onClick={() => deciding.mutate('approved')}
        >
          Approve
        </Button>
        <Button
          look="quiet"
          className="min-h-11 px-4"
          aria-label={`Withdraw the absence of ${doctor.name}`}
          onClick={() => setAsking(true)}
        >
          Withdraw
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        question={`Withdraw the absence of ${doctor.name}?`}
        detail="Families can book this time again. Appointments that were handed over, moved or canceled stay so."
        confirmLabel="Withdraw"
        cancelLabel="Keep it"
        busy={deciding.isPending}
        onConfirm={() => deciding.mutate('withdrawn')}
        onCancel={() => setAsking(false)}
      />
    </li>
  )
}
