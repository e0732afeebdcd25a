import type { Appointment } from '../../../../contract/appointments.ts'
import { ButtonLink } from '../../../components/button.tsx'
import { TransactionTip } from './transaction-tip.tsx'

/** Canceled, Paid, or a link to the payment page. */
export function AppointmentState({ appointment }: { appointment: Appointment }) {
  const { _id, status, paid, transactionId, treatment, date } = appointment
  if (status === 'cancelled') return <span className="font-bold text-muted">Canceled</span>
  if (!paid) {
    return (
      <ButtonLink
        to={`/dashboard/appointment/${_id}`}
        aria-label={`Pay for ${treatment} on ${date}`}
      >
        Pay
      </ButtonLink>
    )
  }
  if (!transactionId) return <span className="font-bold text-success">Paid</span>
  return <TransactionTip transactionId={transactionId} />
}
