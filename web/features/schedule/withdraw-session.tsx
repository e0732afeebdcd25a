import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ExtraSession } from '#contract/schedule/extra-sessions.ts'
import { withdrawExtraSession } from '#contract/schedule/extra-sessions-calls.ts'
import type { Decision, Impact } from '#contract/schedule/schedule.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import { isTemporary } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'
import { DECISIONS, describeCanceled, ImpactDecision } from '#web/shared/schedule/impact-panel.tsx'
import { type DecidedOn, impactOf, refreshSchedule } from '#web/shared/schedule/schedule-api.ts'

interface WithdrawSessionProps {
  session: ExtraSession
  /** When it is. */
  label: string
}

/** Withdraws a session: at once without appointments in it, otherwise once they are decided about. */
export function WithdrawSession({ session: { _id: id }, label }: WithdrawSessionProps) {
  const [impact, setImpact] = useState<Impact | null>(null)
  const [decision, setDecision] = useState<Decision>('list')
  const queries = useQueryClient()
  const withdrawing = useMutation({
    mutationFn: (decided?: DecidedOn) =>
      send(withdrawExtraSession, { params: { id }, query: { ...decided } }),
    onSuccess: (applied) => {
      const done = 'The session is withdrawn.'
      toast.success(applied.cancelled ? `${done} ${describeCanceled(applied)}` : done)
    },
    onError: (error) => {
      const affected = impactOf(error)
      if (affected) return setImpact(affected)
      if (impact && isTemporary(error)) return
      setImpact(null)
      toast.error(error.message)
    },
    onSettled: () => refreshSchedule(queries),
  })
  const error = withdrawing.error && !impactOf(withdrawing.error) ? withdrawing.error : null
  return (
    <>
      <Button
        look="secondary"
        aria-label={`Withdraw the session of ${label}`}
        busy={withdrawing.isPending && !impact}
        onClick={() => withdrawing.mutate(undefined)}
        className="px-4"
      >
        Withdraw
      </Button>
      {impact && (
        <ConfirmDialog
          open
          question={`Withdraw the session of ${label}?`}
          detail="These appointments don’t fit the hours without it."
          confirmLabel="Withdraw"
          error={error?.message}
          busy={withdrawing.isPending}
          onConfirm={() =>
            withdrawing.mutate({ appointments: decision, fingerprint: impact.fingerprint })
          }
          onCancel={() => setImpact(null)}
        >
          <ImpactDecision
            impact={impact}
            offered={DECISIONS}
            chosen={decision}
            onChoose={setDecision}
            disabled={withdrawing.isPending}
          />
        </ConfirmDialog>
      )}
    </>
  )
}
