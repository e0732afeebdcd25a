import { PageTitle } from '../components/page-title.tsx'

/** Payment. */
export default function PaymentPage() {
  return (
    <div className="shell section">
      <PageTitle>Payment</PageTitle>
    </div>
  )
}
