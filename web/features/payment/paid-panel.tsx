import CircleCheck from 'lucide-react/icons/circle-check'
import { Button, ButtonLink } from '../../components/button.tsx'
import { PanelTitle } from './panel-title.tsx'
import { Payment } from './payment-provider.tsx'

/** Shown after the payment, and on later visits. */
export function PaidPanel() {
  const isNow = Payment.useSelector((snapshot) => snapshot.matches({ paid: 'now' }))
  const transactionId = Payment.useSelector(({ context }) => context.transactionId)
  return (
    <div className="grid justify-items-center gap-5 text-center">
      <span className="grid size-20 place-items-center rounded-full bg-leaf text-success">
        <CircleCheck aria-hidden="true" size={40} />
      </span>
      <PanelTitle>Congrats! Your payment is completed.</PanelTitle>
      <p>
        Transaction ID: <strong className="block break-all">{transactionId}</strong>
      </p>
      {isNow && (
        <Button wide disabled>
          Pay
        </Button>
      )}
      <ButtonLink to="/dashboard" look="secondary">
        See my appointments
      </ButtonLink>
    </div>
  )
}
