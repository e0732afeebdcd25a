import type { AppointmentStatus } from '#contract/booking/appointment-status.ts'

const LOOKS: Record<AppointmentStatus, string> = {
  'To pay': 'bg-honey',
  Processing: 'bg-honey',
  'Not paid': 'bg-honey',
  Paid: 'bg-leaf text-success',
  Completed: 'bg-sky',
  Missed: 'bg-peach',
  Canceled: 'bg-base-300 text-base-content',
  Refunded: 'bg-lilac',
}

/** The state of an appointment as a word on a color. */
export function StatusChip({ status }: { status: AppointmentStatus }) {
  return (
    <span
      className={`inline-flex min-h-7 w-fit items-center rounded-full border border-transparent px-3 text-sm leading-tight font-bold ${LOOKS[status]}`}
    >
      {status}
    </span>
  )
}
