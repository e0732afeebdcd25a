import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RefusalCode } from '#contract/refusals/refusals.ts'
import type { Decision, Impact } from '#contract/schedule/schedule.ts'
import type { withdrawHours } from '#contract/schedule/schedule-refusals.ts'
import type { withdrawExtraSession } from '#contract/treatments/treatments-refusals.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import { ApiError, isTemporary } from '#web/lib/api/api-error.ts'
import { DECISIONS, ImpactDecision } from '../impact-panel.tsx'
import { type DecidedOn, impactOf, refreshSchedule } from '../schedule-api.ts'

interface WithdrawProps<Applied> {
  /** The name of the change: 'the hours from Mon, Jan 4, 2027'. */
  what: string
  /** What applies afterwards, for the dialog. */
  detail: string
  withdraw: (decided?: DecidedOn) => Promise<Applied>
  onWithdrawn: (applied: Applied) => void
}

/**
 * Withdraws planned time: at once if every appointment fits without it, otherwise after the admin has decided
 * about the others.
 */
export function Withdraw<Applied>({ what, detail, withdraw, onWithdrawn }: WithdrawProps<Applied>) {
  const [impact, setImpact] = useState<Impact | null>(null)
  const [decision, setDecision] = useState<Decision>('list')
  const queries = useQueryClient()
  const withdrawing = useMutation({
    mutationFn: (decided?: DecidedOn) => withdraw(decided),
    onSuccess: onWithdrawn,
    onError: (error) => {
      const affected = impactOf(error)
      if (affected) return setImpact(affected)
      // The dialog shows temporary failures; after others, what is withdrawn has changed.
      if (impact && isTemporary(error)) return
      setImpact(null)
      toast.error(error.message)
    },
    onSettled: () => refreshSchedule(queries),
  })
  const { error, isPending } = withdrawing

  return (
    <>
      <Button
        look="secondary"
        aria-label={`Withdraw ${what}`}
        busy={isPending && !impact}
        onClick={() => withdrawing.mutate(undefined)}
        className="px-4"
      >
        Withdraw
      </Button>
      {impact && (
        <ConfirmDialog
          open
          question={`Withdraw ${what}?`}
          detail={detail}
          confirmLabel="Withdraw"
          error={isUndecided(error) ? undefined : error?.message}
          busy={isPending}
          onConfirm={() =>
            withdrawing.mutate({ appointments: decision, fingerprint: impact.fingerprint })
          }
          onCancel={() => {
            setImpact(null)
            setDecision('list')
          }}
        >
          <ImpactDecision
            impact={impact}
            offered={DECISIONS}
            chosen={decision}
            onChoose={setDecision}
            disabled={isPending}
          />
        </ConfirmDialog>
      )}
    </>
  )
}

type Withdrawal = typeof withdrawHours | typeof withdrawExtraSession

/** The dialog asks for a decision, so this is not shown as a failure. */
function isUndecided(error: Error | null): boolean {
  return error instanceof ApiError && (error.code as RefusalCode<Withdrawal>) === 'undecided'
}
