import { PageTitle } from '#web/components/page-title.tsx'
import { OpenHandBacks } from '../desk-refunds/open-hand-backs.tsx'
import { PaymentList } from './payment-list.tsx'
import { Problems } from './problems.tsx'

/** The payments desk, for admins: what does not agree with Stripe, payments, and refunds. */
export default function PaymentsPage() {
  return (
    <>
      <PageTitle className="mb-6">Payments</PageTitle>
      <Problems />
      <OpenHandBacks />
      <PaymentList />
    </>
  )
}
