import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { count } from '#contract/count.ts'
import { formatWireDate } from '#contract/dates.ts'
import { describeBookedChild } from '#contract/families/children.ts'
import { formatPrice } from '#contract/money.ts'
import { phoneLink } from '#contract/schedule/clinic-details.ts'
import type { AffectedAppointment, Decision, Impact } from '#contract/schedule/schedule.ts'
import type { AppliedChange } from '#machines/closure/closure-machine.ts'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import type { ChangeFlow } from './change-flow.ts'

/** All that can be decided about affected appointments. */
export const DECISIONS: readonly Decision[] = ['list', 'keep', 'cancel']

const TEXTS: Record<Decision, { label: string; hint: string }> = {
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

interface ImpactPanelProps {
  flow: ChangeFlow
  /** What is about to happen: 'Close the clinic on Dec 24, 2026'. */
  title: string
  /** The text of the button that does it. */
  applyLabel: string
  /** What can be decided; the first is preselected if it is `list`. */
  decisions: readonly Decision[]
  /** The button after it is done. */
  doneLabel: string
  onDone?: () => void
}

/** The second half of a change: its effect on appointments, the decision, and what became of it. */
export function ImpactPanel({ flow, ...props }: ImpactPanelProps) {
  const { snapshot, send } = flow
  const heading = useRef<HTMLHeadingElement>(null)
  const isApplied = snapshot.matches('applied')
  const isNew = snapshot.matches({ previewed: 'outdated' })

  // The form, or the previous preview, is gone.
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

function describeApplied(applied: AppliedChange | null): string {
  if (!applied?.cancelled) return 'Saved. No appointments were canceled.'
  return `Saved. ${describeCanceled(applied)}`
}

/** '2 appointments canceled, 1 payment being refunded.' */
export function describeCanceled({ cancelled, refunded }: AppliedChange): string {
  const canceled = `${count(cancelled, 'appointment')} canceled`
  return refunded ? `${canceled}, ${count(refunded, 'payment')} being refunded.` : `${canceled}.`
}

function Preview({
  flow: { snapshot, send },
  title,
  applyLabel,
  decisions,
  heading,
}: ImpactPanelProps & { heading: RefObject<HTMLHeadingElement | null> }) {
  const { impact, message } = snapshot.context
  const isApplying = snapshot.matches('applying')
  const [chosen, setChosen] = useState<Decision | null>(
    decisions[0] === 'list' ? decisions[0] : null,
  )
  if (!impact) return null
  const decision = impact.total === 0 ? 'list' : chosen

  return (
    <form
      aria-label={title}
      aria-busy={isApplying}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (decision && !isApplying) send({ type: 'change.apply', decision })
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
          disabled={decision === null}
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

/** The affected appointments and, if there are any, what can be decided about them. */
export function ImpactDecision({ impact, ...decisions }: DecisionsProps & { impact: Impact }) {
  return (
    <>
      <ImpactSummary impact={impact} />
      {impact.total > 0 && <Decisions {...decisions} />}
    </>
  )
}

/** How many appointments are affected, of how many families, what was paid, and which they are. */
function ImpactSummary({ impact }: { impact: Impact }) {
  const { total, families, paid, refund, appointments } = impact
  if (total === 0) return <p className="text-muted">No appointments are affected.</p>
  return (
    <div className="grid gap-3">
      <p className="font-bold">{count(total, 'appointment')} affected</p>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Fact term="Families">{families}</Fact>
        <Fact term="Paid">{paid}</Fact>
        <Fact term="To refund if canceled">{formatPrice(refund)}</Fact>
      </dl>
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-bold underline underline-offset-4">
          Show the appointments
        </summary>
        <ul aria-label="Affected appointments" className="mt-2 grid max-h-96 gap-3 overflow-y-auto">
          {appointments.map((appointment) => (
            <li key={appointment._id} className="border-t border-base-300 pt-3 first:border-0">
              <AppointmentFacts appointment={appointment} />
            </li>
          ))}
        </ul>
        {total > appointments.length && (
          <p className="mt-3 text-muted">And {total - appointments.length} more.</p>
        )}
      </details>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="text-2xl font-extrabold">{children}</dd>
    </div>
  )
}

/** Who has an appointment, when and for what, and how to reach them. */
export function AppointmentFacts({ appointment }: { appointment: AffectedAppointment }) {
  const { date, slot, treatment, doctor, patientName, child, phone, paid, price } = appointment
  return (
    <div className="grid gap-0.5 [overflow-wrap:anywhere]">
      <p className="font-bold">
        {formatWireDate(date)}, {slot}
      </p>
      <p>{[patientName, treatment, doctor].filter(Boolean).join(' · ')}</p>
      {child && <p className="text-sm text-muted">{describeBookedChild(child)}</p>}
      <p className="text-sm text-muted">
        <a href={phoneLink(phone)} className="underline underline-offset-4">
          {phone}
        </a>
        {' · '}
        {paid ? `Paid ${formatPrice(price)}` : 'Not paid'}
      </p>
    </div>
  )
}

interface DecisionsProps {
  offered: readonly Decision[]
  chosen: Decision | null
  onChoose: (decision: Decision) => void
  disabled: boolean
}

/** What should happen to the affected appointments. */
function Decisions({ offered, chosen, onChoose, disabled }: DecisionsProps) {
  return (
    <fieldset disabled={disabled} className="grid gap-2">
      <legend className="mb-2 font-bold">What should happen to them?</legend>
      {offered.map((each) => (
        <Choice
          key={each}
          {...TEXTS[each]}
          checked={chosen === each}
          onChoose={() => onChoose(each)}
        />
      ))}
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
