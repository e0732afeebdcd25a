import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatFullDay, formatWireDate } from '#contract/dates.ts'
import { describeHours } from '#contract/schedule/hours.ts'
import { type HoursPlan, planOn, type Schedule } from '#contract/schedule/schedule.ts'
import { changeHours, withdrawHours } from '#contract/schedule/schedule-calls.ts'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'
import { describeCanceled } from './impact-panel.tsx'
import { type Doctor, refreshSchedule, scheduleOptions } from './schedule-api.ts'
import { Withdraw } from './withdraw.tsx'

interface WithdrawHoursProps {
  /** Hours that have not begun. */
  plan: HoursPlan
  schedule: Schedule
  doctor: Doctor
  onWithdrawn: () => void
}

/** Withdraws planned hours, with an undo unless appointments were canceled. */
export function WithdrawHours({ plan, schedule, doctor, onWithdrawn }: WithdrawHoursProps) {
  const { validFrom } = plan
  const queries = useQueryClient()
  const { queryKey } = scheduleOptions(doctor)
  const restoring = useMutation({
    mutationFn: () => {
      const version = queries.getQueryData(queryKey)?.version ?? ''
      const body = { ...plan, ...(doctor && { doctor }), version, appointments: 'list' } as const
      return send(changeHours, { body })
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => refreshSchedule(queries),
  })
  const instead = planOn(
    schedule.plans.filter((each) => each !== plan),
    validFrom,
  )
  return (
    <Withdraw
      what={`the hours from ${formatFullDay(validFrom)}`}
      detail={
        instead
          ? `The hours before them go on: ${describeHours(instead.week)}`
          : 'The doctor goes on working the clinic’s hours.'
      }
      withdraw={(decided) => {
        const query = { version: schedule.version, doctor, ...decided }
        return send(withdrawHours, { params: { validFrom }, query })
      }}
      onWithdrawn={({ schedule: changed, ...applied }) => {
        queries.setQueryData(queryKey, changed)
        onWithdrawn()
        const done = `The hours from ${formatWireDate(validFrom)} are withdrawn.`
        // Nothing brings canceled appointments back.
        if (applied.cancelled) toast.success(`${done} ${describeCanceled(applied)}`)
        else toast.success(done, { label: 'Undo', run: () => restoring.mutate() })
      }}
    />
  )
}
