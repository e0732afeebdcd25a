import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { describeHours } from '#contract/schedule/hours.ts'
import { type HoursPlan, planOn, type Schedule } from '#contract/schedule/schedule.ts'
import { changeHours, withdrawHours } from '#contract/schedule/schedule-calls.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { CardRow, CardRows } from '#web/components/lists/card-rows.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { send } from '#web/lib/api/send.ts'
import { Withdraw } from '../closures/withdraw.tsx'
import { cancels, DECISIONS, describeCanceled, ImpactPanel } from '../impact-panel.tsx'
import { type Doctor, refreshSchedule, scheduleOptions } from '../schedule-api.ts'
import { useScheduleChange } from '../schedule-change.ts'
import { editWeek, mergeWeek, WeekForm, type WeekValues } from './week-form.tsx'

interface WeekHoursProps {
  /** The doctor of the hours; absent for the clinic. */
  doctor?: Doctor
}

/** The current and the planned hours, with a form that changes a whole week at once. */
export function WeekHours({ doctor }: WeekHoursProps) {
  const query = useQuery(scheduleOptions(doctor))
  return (
    <Card>
      <Loaded query={query} what="the hours">
        {(schedule) => <Hours schedule={schedule} doctor={doctor} />}
      </Loaded>
    </Card>
  )
}

const CLOSED_WEEK = Array.from({ length: 7 }, () => [])

function Hours({ schedule, doctor }: WeekHoursProps & { schedule: Schedule }) {
  const flow = useScheduleChange(doctor)
  const [values, setValues] = useState<WeekValues | null>(null)
  const [closed, setClosed] = useState(0)
  const heading = useFocusOnChange<HTMLHeadingElement>(String(closed))
  const { today, plans, version } = schedule
  const { snapshot, send } = flow
  const formatDay = useDayFormat()
  const { draft } = snapshot.context
  const isEditing = snapshot.matches('editing') || snapshot.matches('previewing')

  // A doctor without hours works the clinic's, which are a good start for their own.
  const clinic = useQuery({ ...scheduleOptions(undefined), enabled: Boolean(doctor) })
  const week =
    (planOn(plans, today) ?? planOn(clinic.data?.plans ?? [], today))?.week ?? CLOSED_WEEK
  const merge = useEffectEvent(() => setValues((typed) => typed && mergeWeek(typed, week)))
  // Another admin has saved.
  useEffect(() => {
    if (version) merge()
  }, [version])
  const close = () => {
    setValues(null)
    setClosed(closed + 1)
  }

  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {doctor ? 'Working hours' : 'Opening hours'}
        </h2>
        {!values && (
          <Button look="secondary" onClick={() => setValues(editWeek(week, today))}>
            Change hours
          </Button>
        )}
      </div>
      <Plans schedule={schedule} doctor={doctor} onWithdrawn={() => setClosed(closed + 1)} />
      {values && isEditing && (
        <WeekForm
          today={today}
          values={values}
          onChange={setValues}
          flow={flow}
          onPreview={(plan) => {
            const hours = { ...plan, ...(doctor && { doctor }) }
            send({ type: 'change.preview', draft: { kind: 'hours', hours, version } })
          }}
          onCancel={close}
        />
      )}
      {values && !isEditing && draft?.kind === 'hours' && (
        <ImpactPanel
          flow={flow}
          title={`New hours from ${formatDay(draft.hours.validFrom)}: ${describeHours(draft.hours.week)}`}
          applyLabel="Save hours"
          decisions={DECISIONS}
          doneLabel="Close"
          onDone={close}
        />
      )}
    </div>
  )
}

interface PlansProps extends WeekHoursProps {
  schedule: Schedule
  onWithdrawn: () => void
}

/** Today's plan and later ones, which can be withdrawn. */
function Plans(props: PlansProps) {
  const { today, plans } = props.schedule
  const formatDay = useDayFormat()
  if (plans.length === 0) {
    return <p className="text-muted">No hours of their own: they work the clinic’s hours.</p>
  }
  return (
    <CardRows>
      {plans.map((plan) => (
        <CardRow key={plan.validFrom}>
          <div className="min-w-0 grow basis-56">
            <h3 className="font-bold">
              {plan.validFrom <= today ? 'Now' : `From ${formatDay(plan.validFrom)}`}
            </h3>
            <p className="text-muted">{describeHours(plan.week)}</p>
          </div>
          {plan.validFrom > today && <WithdrawHours {...props} plan={plan} />}
        </CardRow>
      ))}
    </CardRows>
  )
}

interface WithdrawHoursProps extends PlansProps {
  /** A plan that has not begun. */
  plan: HoursPlan
}

/** Withdraws planned hours, with an undo unless appointments were canceled. */
function WithdrawHours({ plan, schedule, doctor, onWithdrawn }: WithdrawHoursProps) {
  const { validFrom } = plan
  const formatDay = useDayFormat()
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
      what={`the hours from ${formatDay(validFrom)}`}
      detail={
        instead
          ? `The hours before them stay in force: ${describeHours(instead.week)}`
          : 'The doctor goes on working the clinic’s hours.'
      }
      withdraw={(decided) => {
        const query = { version: schedule.version, doctor, ...decided }
        return send(withdrawHours, { params: { validFrom }, query })
      }}
      onWithdrawn={({ schedule: changed, ...applied }) => {
        queries.setQueryData(queryKey, changed)
        onWithdrawn()
        const done = `The hours from ${formatDay(validFrom)} are withdrawn.`
        // Canceled appointments cannot be brought back.
        if (cancels(applied)) toast.success(`${done} ${describeCanceled(applied)}`)
        else toast.success(done, { label: 'Undo', run: () => restoring.mutate() })
      }}
    />
  )
}
