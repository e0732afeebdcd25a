import CircleAlert from 'lucide-react/icons/circle-alert'
import {
  type AppointmentStatus,
  describeReoffer,
  type Reofferable,
} from '#contract/booking/appointment-status.ts'
import * as words from '#words/en/families/components.ts'

/** For an appointment that is paid, or was paid before a move. */
const PAID = 'bg-leaf text-success'

const LOOKS: Partial<Record<AppointmentStatus, string>> = {
  'To pay': 'bg-honey',
  Processing: 'bg-honey',
  'Not paid': 'bg-honey',
  Completed: 'bg-sky',
  Missed: 'bg-peach',
  Canceled: 'bg-base-300 text-base-content',
}

const LABELS: Record<AppointmentStatus, string> = {
  'To pay': words.toPay,
  Processing: words.processing,
  'Not paid': words.notPaid,
  Paid: words.paid,
  'Paid or billed before the move': words.paidBeforeTheMove,
  Canceled: words.canceled,
  Missed: words.missed,
  Completed: words.completed,
}

/** The state of an appointment as a word on a color. */
export function StatusChip({ status }: { status: AppointmentStatus }) {
  return (
    <span
      className={`inline-flex min-h-7 w-fit items-center rounded-full border border-transparent px-3 text-sm leading-tight font-bold ${LOOKS[status] ?? PAID}`}
    >
      {LABELS[status]}
    </span>
  )
}

/**
 * Says that the clinic can't keep an appointment's time, and whether the family has to answer;
 * nothing for others.
 */
export function ReofferMark({ appointment }: { appointment: Reofferable }) {
  const text = describeReoffer(appointment)
  if (text === null) return null
  return (
    <span className="flex w-fit items-center gap-1.5 rounded-full bg-peach px-3 py-1 text-sm leading-tight font-bold text-base-content">
      <CircleAlert aria-hidden="true" size={16} className="shrink-0" />
      {text}
    </span>
  )
}
