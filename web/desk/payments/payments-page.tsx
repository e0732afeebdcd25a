import { PageTitle } from '#web/components/page-title.tsx'
import { OpenCashRefunds } from './cash-refunds/open-cash-refunds.tsx'
import { PaymentList } from './payment-list.tsx'
import { Problems } from './problems.tsx'

/** The reconciliation page for admins: differences from Stripe, payments, and refunds. */
export default function PaymentsPage() {
  return (
    <>
      <PageTitle className="mb-6">Payments</PageTitle>
      <Problems />
      <OpenCashRefunds />
      <PaymentList />
    </>
  )
}
