import { useSearchParams } from 'react-router-dom'
import { PageTitle } from '#web/components/page-title.tsx'
import { PaymentFlow } from './payment-page.tsx'

/** Paying for several appointments with one card entry; the address names them. */
export default function BillPage() {
  const [parameters] = useSearchParams()
  const ids = parameters.get('appointments') ?? ''
  return (
    <>
      <PageTitle className="mb-4 md:mb-6">Payment</PageTitle>
      <PaymentFlow key={ids} appointmentId={ids} />
    </>
  )
}
