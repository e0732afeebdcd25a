import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { count } from '#contract/count.ts'
import { formatPrice } from '#contract/money.ts'
import type {
  AffectedAppointment,
  ClosureDecision,
  Decision,
  Impact,
} from '#contract/schedule/schedule.ts'
import type { AppliedChange } from '#machines/closure/closure-machine.ts'
import { Button } from '#web/components/button.tsx'
import { Fold } from '#web/components/fold.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { CardRows } from '#web/components/lists/card-rows.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import { useUntilFormat } from '#web/desk/appointments/day-format.ts'
import { useTimeFormat } from '#web/desk/appointments/time-format.ts'
import { PatientFacts, PatientName } from '#web/desk/patients/patient-name.tsx'
import type { ScheduleChange } from './schedule-change.ts'

/** All possible decisions about affected appointments. */
export const DECISIONS: readonly Decision[] = ['list', 'keep', 'cancel']

interface Words {
  label: string
  hint: string
}

const TEXTS: Record<Decision, Words> = {
  list: {
    label: 'Decide about each one later',
    hint: 'They are listed on the Schedule page as appointments that no longer fit.',
  },
  keep: { label: 'Keep all', hint: 'They take place as booked.' },
  cancel: {
    label: 'Cancel all, with a full refund',
    hint: 'Paid appointments get their money back. This can’t be undone.',
  },
}

/** The effect of re-offering; undefined when it cannot be chosen. */
function describeReoffer(
  { total, reoffer }: Impact,
  formatUntil: ReturnType<typeof useUntilFormat>,
): Words | undefined {
  if (!reoffer) return undefined
  const { untilAt, total: found } = reoffer
  const until = formatUntil(untilAt)
  const rest = total - found
  const without = rest > 0 ? ` ${rest} without one ${rest === 1 ? 'is' : 'are'} canceled.` : ''
  return {
    label: 'Re-offer: hold another time for each',
    hint: `Another time is free for ${found} of ${total}, and held until ${until}.${without} Each family gets one email to accept, choose another time, or cancel. Without an answer the appointment is canceled. Everything canceled is refunded in full.`,
  }
}

interface ImpactPanelProps {
  flow: ScheduleChange
  /** The change: 'Close the clinic on Dec 24, 2026'. */
  title: string
  /** The label of the button that applies it. */
  applyLabel: string
  /** The possible decisions; the first is preselected if it is `list`. */
  decisions: readonly ClosureDecision[]
  /** The button after it was applied. */
  doneLabel: string
  onDone?: () => void
}

/** The second step of a change: its effect on appointments, the decision, and the result. */
export function ImpactPanel({ flow, ...props }: ImpactPanelProps) {
  const { snapshot, send } = flow
  const heading = useRef<HTMLHeadingElement>(null)
  const isApplied = snapshot.matches('applied')
  const isNew = snapshot.matches({ previewed: 'outdated' })

  // The form, or the previous preview, no longer exists.
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves when the step changes
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' })
    heading.current?.focus({ preventScroll: true })
  }, [isApplied, isNew])

  if (isApplied) {
    return (
      <div className="grid justify-items-start gap-4">
        <h3 ref={heading} tabIndex={-1} className="text-xl outline-none">
          Done
        </h3>
        <FormAlert kind="success">{describeApplied(snapshot.context.applied)}</FormAlert>
        <ToCall impact={snapshot.context.impact} applied={snapshot.context.applied} />
        <Button
          look="secondary"
          onClick={() => {
            send({ type: 'change.another' })
            props.onDone?.()
          }}
        >
          {props.doneLabel}
        </Button>
      </div>
    )
  }
  return <Preview flow={flow} heading={heading} {...props} />
}

/** The families without an email. */
function ToCall({ impact, applied }: { impact: Impact | null; applied: AppliedChange | null }) {
  const names = impact?.notTold.map(({ name }) => name) ?? []
  if (names.length === 0 || !applied || !(cancels(applied) || applied.reoffered)) return null
  return (
    <p className="wrap-anywhere">
      No email reaches {names.join(', ')}.{' '}
      <InlineLink to="/dashboard/todo?list=calls">Call them</InlineLink>
    </p>
  )
}

function describeApplied(applied: AppliedChange | null): string {
  const { reoffered = 0 } = applied ?? {}
  if (!applied || !(cancels(applied) || reoffered > 0))
    return 'Saved. No appointments were canceled.'
  const held = `Other times are held for ${count(reoffered, 'appointment')}.`
  return [
    'Saved.',
    ...(reoffered > 0 ? [held] : []),
    ...(cancels(applied) ? [describeCanceled(applied)] : []),
  ].join(' ')
}

/** Whether the change canceled appointments, or is canceling them. */
export function cancels({ cancelled, toCancel = 0 }: AppliedChange): boolean {
  return cancelled + toCancel > 0
}

/** '2 appointments canceled, 1 payment being refunded.', '50 appointments are being canceled, …' */
export function describeCanceled({ cancelled, refunded, toCancel }: AppliedChange): string {
  if (toCancel) return `${count(toCancel, 'appointment')} are being canceled, each with its refund.`
  const canceled = `${count(cancelled, 'appointment')} canceled`
  return refunded ? `${canceled}, ${count(refunded, 'payment')} being refunded.` : `${canceled}.`
}

function Preview(props: ImpactPanelProps & { heading: RefObject<HTMLHeadingElement | null> }) {
  const { title, applyLabel, decisions, heading } = props
  const { snapshot, send } = props.flow
  const { impact, message } = snapshot.context
  const isApplying = snapshot.matches('applying')
  const [chosen, setChosen] = useState<ClosureDecision | null>(
    decisions[0] === 'list' ? decisions[0] : null,
  )
  if (!impact) return null
  const decision = impact.total === 0 ? 'list' : chosen
  const isPossible = decision !== null && snapshot.can({ type: 'change.apply', decision })

  return (
    <form
      aria-label={title}
      aria-busy={isApplying}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (isPossible) send({ type: 'change.apply', decision })
      }}
    >
      <h3 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {title}
      </h3>
      {snapshot.matches({ previewed: 'outdated' }) && (
        <FormAlert>The appointments have changed meanwhile. Please check them again.</FormAlert>
      )}
      {snapshot.matches({ previewed: 'failed' }) && (
        <FormAlert>{message} Nothing has changed. You can try again.</FormAlert>
      )}
      <ImpactDecision
        impact={impact}
        offered={decisions}
        chosen={chosen}
        onChoose={setChosen}
        disabled={isApplying}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          look={decision === 'cancel' ? 'danger' : 'primary'}
          busy={isApplying}
          disabled={!isPossible && !isApplying}
        >
          {applyLabel}
        </Button>
        <Button
          look="secondary"
          disabled={isApplying}
          onClick={() => send({ type: 'change.edit' })}
        >
          Back
        </Button>
      </div>
    </form>
  )
}

/** The affected appointments and, if there are any, the decisions about them. */
export function ImpactDecision<Offered extends ClosureDecision>(
  props: DecisionsProps<Offered> & { impact: Impact },
) {
  return (
    <>
      <ImpactSummary impact={props.impact} />
      {props.impact.total > 0 && <Decisions {...props} />}
    </>
  )
}

/** How many appointments and families are affected, what was paid, and the list of appointments. */
function ImpactSummary({ impact }: { impact: Impact }) {
  const { total, families, paid, refund, appointments } = impact
  const formatTime = useTimeFormat()
  if (total === 0) return <p className="text-muted">No appointments are affected.</p>
  return (
    <div className="grid gap-3">
      <p className="font-bold">{count(total, 'appointment')} affected</p>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Fact term="Families">{families}</Fact>
        <Fact term="Paid">{paid}</Fact>
        <Fact term="To refund if canceled">{formatPrice(refund)}</Fact>
      </dl>
      <NotTold impact={impact} />
      <Fold title="Show the appointments">
        <div className="max-h-96 overflow-y-auto">
          <CardRows aria-label="Affected appointments">
            {appointments.map((appointment) => (
              <li key={appointment._id} className="py-3">
                <AppointmentFacts appointment={appointment} />
                {impact.reoffer && (
                  <p className="text-sm">
                    Re-offer: {describeOtherTime(appointment, impact.reoffer, formatTime)}
                  </p>
                )}
              </li>
            ))}
          </CardRows>
        </div>
        {total > appointments.length && (
          <p className="mt-3 text-muted">And {total - appointments.length} more.</p>
        )}
      </Fold>
    </div>
  )
}

function describeOtherTime(
  { _id }: AffectedAppointment,
  { times }: NonNullable<Impact['reoffer']>,
  formatTime: ReturnType<typeof useTimeFormat>,
): string {
  const time = times.find((one) => one._id === _id)
  if (!time) return 'no other time is free.'
  const { doctor } = time
  return [formatTime(time), doctor].filter(Boolean).join(' · ')
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="text-2xl font-extrabold">{children}</dd>
    </div>
  )
}

/** Families that no email reaches; after a cancellation they are listed under To call. */
function NotTold({ impact: { notTold, families } }: { impact: Impact }) {
  const reached = families - notTold.length
  if (notTold.length === 0) return <p>An email reaches each family.</p>
  return (
    <div className="rounded-2xl bg-honey px-4 py-3">
      <p className="font-bold">
        Families who can be emailed: {reached}. Families to call, as no email reaches them:{' '}
        {notTold.length}.
      </p>
      <ul aria-label="Families to call" className="max-h-60 overflow-y-auto">
        {notTold.map((family) => (
          <li key={family._id ?? family.name} className="wrap-anywhere">
            <bdi>{family.name}</bdi>, <PhoneLink of={family} className="whitespace-nowrap" />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** An appointment's patient, time and treatment, and how to reach the family. */
export function AppointmentFacts({ appointment }: { appointment: AffectedAppointment }) {
  const { treatment, doctor, paid, price } = appointment
  const formatTime = useTimeFormat()
  return (
    <div className="grid gap-0.5 [overflow-wrap:anywhere]">
      <p className="font-bold">{formatTime(appointment)}</p>
      <p>
        <PatientName of={appointment} />
        {['', treatment, ...(doctor ? [doctor] : [])].join(' · ')}
      </p>
      <PatientFacts of={appointment} />
      <p className="text-sm text-muted">
        <PhoneLink of={appointment} />
        {' · '}
        {paid ? `Paid ${formatPrice(price)}` : 'Not paid'}
      </p>
    </div>
  )
}

interface DecisionsProps<Offered extends ClosureDecision> {
  offered: readonly Offered[]
  chosen: Offered | null
  onChoose: (decision: Offered) => void
  disabled: boolean
}

function Decisions<Offered extends ClosureDecision>(
  props: DecisionsProps<Offered> & { impact: Impact },
) {
  const { impact, offered, chosen, onChoose, disabled } = props
  const formatUntil = useUntilFormat()
  const wordsOf = (each: ClosureDecision) =>
    each === 'reoffer' ? describeReoffer(impact, formatUntil) : TEXTS[each]
  return (
    <fieldset disabled={disabled} className="grid gap-2">
      <legend className="mb-2 font-bold">What should happen to them?</legend>
      {offered.map((each) => {
        const words = wordsOf(each)
        return (
          words && (
            <Choice
              key={each}
              {...words}
              checked={chosen === each}
              onChoose={() => onChoose(each)}
            />
          )
        )
      })}
    </fieldset>
  )
}

interface ChoiceProps {
  label: string
  hint: string
  checked: boolean
  onChoose: () => void
}

function Choice({ label, hint, checked, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3 rounded-2xl border border-line px-4 py-3 has-checked:border-primary has-checked:bg-leaf">
      <input
        type="radio"
        name="decision"
        id={id}
        aria-describedby={`${id}-hint`}
        checked={checked}
        onChange={onChoose}
        className="mt-1 size-5 shrink-0 accent-primary"
      />
      <div className="grid grow gap-0.5">
        <label htmlFor={id} className="cursor-pointer font-bold">
          {label}
        </label>
        <span id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </span>
      </div>
    </div>
  )
}
