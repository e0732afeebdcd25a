import { useParams } from 'react-router-dom'
import { PageTitle } from '../../components/page-title.tsx'
import { PaymentFlow } from './payment-flow.tsx'

export default function PaymentPage() {
  const { id = '' } = useParams()
  return (
    <>
      <PageTitle className="mb-6">Payment</PageTitle>
      <PaymentFlow key={id} appointmentId={id} />
    </>
  )
}
