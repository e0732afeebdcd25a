import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCents } from '#contract/money.ts'
import { describePatient } from '#contract/patients/patients.ts'
import {
  type PaidAppointment,
  type PaymentProblem,
  type PaymentProblems,
  PROBLEM_ACTIONS,
  type ProblemAction,
  type ProblemCause,
} from '#contract/payments/reconciliation.ts'
import { problemResolutions } from '#contract/payments/reconciliation-calls.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { CardRow, CardRows } from '#web/components/lists/card-rows.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { useTimeFormat } from '#web/desk/appointments/time-format.ts'
import { FamilyLink } from '#web/desk/patients/family-link.tsx'
import { PatientName } from '#web/desk/patients/patient-name.tsx'
import { ListedClaim } from '#web/desk/tasks/claim.tsx'
import { send } from '#web/lib/api/send.ts'
import { LinkDialog } from './link-dialog.tsx'
import { PAYMENTS_KEY, problemsOptions } from './reconciliation-api.ts'

interface Words {
  title: string
  /** Its meaning, and the next step. */
  detail: (problem: PaymentProblem) => string
}

const PART_OF_BILL =
  'If part of a payment for several appointments was refunded in Stripe’s dashboard, we can’t tell which appointment it was for: refund the rest, here or there, or mark it as known.'

const CAUSES: Record<ProblemCause, Words> = {
  paid_there: {
    title: 'Paid at Stripe, not recorded here',
    detail: () => 'Stripe took this money, but the appointment isn’t marked as paid.',
  },
  unused: {
    title: 'Kept without an appointment',
    detail: () => 'This money was taken, but it pays for no appointment. Refund it.',
  },
  open_too_long: {
    title: 'Payment never finished',
    detail: () => 'The card can still be charged, although the appointment is over or settled.',
  },
  refund_failed: {
    title: 'Refund failed',
    detail: () =>
      'Stripe or the bank rejected this refund. Try again, or hand the money back at the clinic and record it. Marked as known, it stays in your records as kept.',
  },
  refund_pending: {
    title: 'Refund without a result',
    detail: () => 'This refund is taking longer than banks usually need.',
  },
  dashboard_refund: {
    title: 'Refunded in Stripe’s dashboard',
    detail: () => 'Someone refunded this money in Stripe’s dashboard. It’s recorded here.',
  },
  disputed: {
    title: 'Dispute',
    detail: () =>
      'The cardholder disputes this charge. Answer in Stripe’s dashboard before Stripe’s deadline.',
  },
  dispute_lost: {
    title: 'Dispute lost',
    detail: () => 'The bank returned this money to the cardholder.',
  },
  dispute_won: {
    title: 'Dispute won, appointment canceled',
    detail: () =>
      'The appointment was canceled during the dispute, so nothing went back. Refund this money, or keep what your terms allow and mark it as done.',
  },
  amount_differs: {
    title: 'Amounts differ',
    detail: ({ stripeCents, recordedCents }) =>
      `Stripe keeps ${formatCents(stripeCents ?? 0)}; our records say ${formatCents(recordedCents ?? 0)}.${
        (stripeCents ?? 0) < (recordedCents ?? 0) ? ` ${PART_OF_BILL}` : ''
      }`,
  },
  unknown_intent: {
    title: 'Unknown payment',
    detail: () =>
      'Stripe took this money, but no appointment here belongs to it. Link it to the appointment that it pays for, or refund it in Stripe’s dashboard.',
  },
  unknown_there: {
    title: 'Not found at Stripe',
    detail: () => 'Our records say this was paid, but Stripe doesn’t know the payment.',
  },
}

const ACTIONS: Record<ProblemAction, string> = {
  settle: 'Compare again',
  refund: 'Refund',
  'hand-back': 'Mark as handed back',
  acknowledge: 'Mark as known',
  link: 'Link',
}

/** Labels that fit a cause better than the action's own. */
const LABELS: Partial<Record<ProblemCause, Partial<Record<ProblemAction, string>>>> = {
  paid_there: { settle: 'Settle again' },
  open_too_long: { settle: 'Close payment' },
  refund_failed: { refund: 'Refund again' },
  refund_pending: { settle: 'Check again' },
  dispute_won: { acknowledge: 'Mark as done' },
}

const labelOf = ({ cause }: PaymentProblem, action: ProblemAction): string =>
  LABELS[cause]?.[action] ?? ACTIONS[action]

/** The differences between Stripe and the clinic's records, each with the buttons that resolve it. */
export function Problems() {
  const query = useQuery(problemsOptions)
  return (
    <Loaded query={query} what="the payments to check">
      {(found) => <ProblemList {...found} />}
    </Loaded>
  )
}

/** Before the first comparison, the title does not claim agreement. */
function titleOf(problems: number, comparedAt: string | null): string {
  if (problems > 0) return `To check (${problems})`
  return comparedAt ? 'Everything agrees' : 'Not compared yet'
}

function ProblemList({ problems, comparedAt }: PaymentProblems) {
  const [refunding, setRefunding] = useState<GivingBack | null>(null)
  const [linking, setLinking] = useState<PaymentProblem | null>(null)
  const [done, setDone] = useState(0)
  const heading = useFocusOnChange<HTMLHeadingElement>(String(done))
  const resolving = useResolving(() => {
    setRefunding(null)
    setDone((count) => count + 1)
  })

  function start(problem: PaymentProblem, action: ProblemAction) {
    resolving.reset()
    if (action === 'refund' || action === 'hand-back') setRefunding({ problem, action })
    else if (action === 'link') setLinking(problem)
    else resolving.mutate({ problem, action })
  }

  return (
    <Card>
      <section aria-labelledby="problems-title" className="grid gap-4">
        <h2 id="problems-title" ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {titleOf(problems.length, comparedAt)}
        </h2>
        <p className="text-muted">
          {problems.length > 0 && 'Stripe and your records don’t agree on these. '}
          {problems.length === 0 &&
            comparedAt &&
            'Stripe and your records agree on every payment and refund. '}
          {comparedAt ? (
            <>
              All payments of the last 35 days were last compared on{' '}
              <Instant at={comparedAt} as="exact" />.
            </>
          ) : (
            'The payments of the last 35 days haven’t been compared with Stripe’s yet. That happens every day, for the first time within an hour.'
          )}
        </p>
        {problems.length > 0 && (
          <CardRows>
            {problems.map((problem) => (
              <Problem
                key={`${problem.cause} ${problem.subject}`}
                problem={problem}
                busy={resolving.isPending && isSame(resolving.variables.problem, problem)}
                onAction={(action) => start(problem, action)}
              />
            ))}
          </CardRows>
        )}
      </section>
      {linking && (
        <LinkDialog
          problem={linking}
          onDone={() => setDone((count) => count + 1)}
          onClose={() => setLinking(null)}
        />
      )}
      {refunding && (
        <ConfirmDialog
          open
          {...wordsFor(refunding)}
          cancelLabel="Go back"
          error={resolving.error?.message}
          busy={resolving.isPending}
          onConfirm={() => resolving.mutate(refunding)}
          onCancel={() => setRefunding(null)}
        />
      )}
    </Card>
  )
}

/** A refund that waits for confirmation. */
interface GivingBack {
  problem: PaymentProblem
  action: 'refund' | 'hand-back'
}

function wordsFor({ problem, action }: GivingBack) {
  const amount = formatCents(problem.amountCents)
  const name = nameOf(problem)
  return action === 'refund'
    ? {
        question: `Refund ${amount}?`,
        detail: `${name}. The money goes back to the card. This can’t be undone.`,
        confirmLabel: `Refund ${amount}`,
      }
    : {
        question: `Did you hand ${amount} back?`,
        detail: `${name}. The family gets an email and a credit note. This can’t be undone.`,
        confirmLabel: `Record ${amount} as handed back`,
      }
}

interface Resolving {
  problem: PaymentProblem
  action: Exclude<ProblemAction, 'link'>
}

function useResolving(onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ problem: { cause, subject }, action }: Resolving) =>
      send(problemResolutions[action], { body: { cause, subject } }),
    onSuccess: ({ hasEnded, ...left }, { problem }) => {
      queries.setQueryData(problemsOptions.queryKey, left)
      onDone()
      if (hasEnded) toast.success(`${CAUSES[problem.cause].title}: done`)
      else toast.error('Stripe still says the same. Please try again later.')
    },
    onError: (error, { action }) => {
      // The dialog shows its own errors.
      if (action !== 'refund' && action !== 'hand-back') toast.error(error.message)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: PAYMENTS_KEY }),
  })
}

interface ProblemProps {
  problem: PaymentProblem
  busy: boolean
  onAction: (action: ProblemAction) => void
}

function Problem({ problem, busy, onAction }: ProblemProps) {
  const { cause, appointment, amountCents, since, paymentId } = problem
  const { title, detail } = CAUSES[cause]
  return (
    <CardRow>
      <div className="grid min-w-0 grow basis-64 gap-1 [overflow-wrap:anywhere]">
        <p>
          <span className="font-extrabold">{title}</span>: {formatCents(amountCents)}
        </p>
        {appointment && <AppointmentOfPayment appointment={appointment} />}
        <p className="text-sm text-muted">{detail(problem)}</p>
        <p className="text-sm text-muted">
          Since <Instant at={since} as="day" />, {paymentId}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ListedClaim list="payments" id={problem.subject} name={nameOf(problem)} />
        {PROBLEM_ACTIONS[cause].map((action, index) => (
          <Button
            key={action}
            look={index === 0 ? 'secondary' : 'quiet'}
            busy={busy}
            aria-label={`${labelOf(problem, action)}: ${nameOf(problem)}`}
            onClick={() => onAction(action)}
          >
            {labelOf(problem, action)}
          </Button>
        ))}
      </div>
    </CardRow>
  )
}

/** The appointment that money is for. */
export function AppointmentOfPayment({ appointment }: { appointment: PaidAppointment }) {
  const { family, child } = appointment
  const { treatment, status } = appointment
  const formatTime = useTimeFormat()
  return (
    <p>
      <FamilyLink family={family} className="font-bold underline underline-offset-4">
        <PatientName of={appointment} birthDate="always" />
      </FamilyLink>
      {child && (
        <>
          , family of <bdi>{child.bookedBy}</bdi>
        </>
      )}
      , {treatment}, {formatTime(appointment)}
      {status === 'cancelled' && ' (canceled)'},{' '}
      <PhoneLink of={appointment} className="inline-block" />
    </p>
  )
}

function isSame(one: PaymentProblem, other: PaymentProblem): boolean {
  return one.cause === other.cause && one.subject === other.subject
}

function nameOf({ cause, appointment, paymentId }: PaymentProblem): string {
  const { title } = CAUSES[cause]
  if (!appointment) return `${title}, ${paymentId}`
  return `${title}, ${describePatient(appointment)}, ${appointment.treatment}, ${appointment.date}`
}
