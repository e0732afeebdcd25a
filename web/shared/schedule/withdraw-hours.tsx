import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatFullDay, formatWireDate } from '#contract/dates.ts'
import { describeHours } from '#contract/schedule/hours.ts'
import {
  type Decision,
  type HoursPlan,
  type Impact,
  planOn,
  type Schedule,
} from '#contract/schedule/schedule.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import { ApiError, isTemporary } from '#web/lib/api/api-error.ts'
import { DECISIONS, describeCanceled, ImpactDecision } from './impact-panel.tsx'
import {
  changeHours,
  type DecidedOn,
  type Doctor,
  impactOf,
  refreshSchedule,
  scheduleOptions,
  withdrawHours,
} from './schedule-api.ts'

interface WithdrawHoursProps {
  /** Hours that have not begun. */
  plan: HoursPlan
  schedule: Schedule
  doctor: Doctor
  onWithdrawn: () => void
}

/**
 * Withdraws planned hours: at once, with an undo, when every appointment fits without them;
 * otherwise once the admin has seen which ones do not, and has decided about them.
 */
export function WithdrawHours({ plan, schedule, doctor, onWithdrawn }: WithdrawHoursProps) {
  const { validFrom } = plan
  const [impact, setImpact] = useState<Impact | null>(null)
  const queries = useQueryClient()
  const { queryKey } = scheduleOptions(doctor)
  const refresh = () => refreshSchedule(queries)
  const restoring = useMutation({
    mutationFn: () => {
      const version = queries.getQueryData(queryKey)?.version ?? ''
      return changeHours({ ...plan, ...(doctor && { doctor }), version, appointments: 'list' })
    },
    onError: (error) => toast.error(error.message),
    onSettled: refresh,
  })
  const withdrawing = useMutation({
    mutationFn: (decided?: DecidedOn) =>
      withdrawHours(doctor, { validFrom, version: schedule.version, ...decided }),
    onSuccess: ({ schedule: changed, ...applied }) => {
      queries.setQueryData(queryKey, changed)
      onWithdrawn()
      const done = `The hours from ${formatWireDate(validFrom)} are withdrawn.`
      // Nothing brings canceled appointments back.
      if (applied.cancelled) toast.success(`${done} ${describeCanceled(applied)}`)
      else toast.success(done, { label: 'Undo', run: () => restoring.mutate() })
    },
    onError: (error) => {
      const affected = impactOf(error)
      if (affected) return setImpact(affected)
      // The dialog says what can be tried again; the hours themselves have changed otherwise.
      if (impact && isTemporary(error)) return
      setImpact(null)
      toast.error(error.message)
    },
    onSettled: refresh,
  })

  return (
    <>
      <Button
        look="secondary"
        aria-label={`Withdraw the hours from ${formatFullDay(validFrom)}`}
        busy={withdrawing.isPending && !impact}
        onClick={() => withdrawing.mutate(undefined)}
        className="px-4"
      >
        Withdraw
      </Button>
      {impact && (
        <WithdrawDialog
          plan={plan}
          plans={schedule.plans}
          impact={impact}
          error={withdrawing.error}
          busy={withdrawing.isPending}
          onConfirm={(decided) => withdrawing.mutate(decided)}
          onCancel={() => setImpact(null)}
        />
      )}
    </>
  )
}

interface WithdrawDialogProps {
  plan: HoursPlan
  plans: readonly HoursPlan[]
  impact: Impact
  error: Error | null
  busy: boolean
  onConfirm: (decided: DecidedOn) => void
  onCancel: () => void
}

/** Which appointments no longer fit without the hours, and what should happen to them. */
function WithdrawDialog(props: WithdrawDialogProps) {
  const { plan, plans, impact, error, busy, onConfirm, onCancel } = props
  const [decision, setDecision] = useState<Decision>('list')
  const { fingerprint } = impact
  const instead = planOn(
    plans.filter((each) => each !== plan),
    plan.validFrom,
  )
  return (
    <ConfirmDialog
      open
      question={`Withdraw the hours from ${formatFullDay(plan.validFrom)}?`}
      detail={
        instead
          ? `The hours before them go on: ${describeHours(instead.week)}`
          : 'The doctor goes on working the clinic’s hours.'
      }
      confirmLabel="Withdraw"
      error={isUndecided(error) ? undefined : error?.message}
      busy={busy}
      onConfirm={() => onConfirm({ appointments: decision, fingerprint })}
      onCancel={onCancel}
    >
      <ImpactDecision
        impact={impact}
        offered={DECISIONS}
        chosen={decision}
        onChoose={setDecision}
        disabled={busy}
      />
    </ConfirmDialog>
  )
}

/** What the dialog asks about is no failure. */
function isUndecided(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'undecided'
}
