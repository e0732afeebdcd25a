import { ButtonLink } from '../../components/button.tsx'
import { PanelTitle } from './panel-title.tsx'
import { Payment } from './payment-provider.tsx'

/** Nothing to pay; a charge that was made meanwhile is refunded. */
export function CancelledPanel() {
  const isRefunding = Payment.useSelector((snapshot) =>
    snapshot.matches({ cancelled: 'refunding' }),
  )
  return (
    <div className="grid gap-5">
      <PanelTitle>This appointment was canceled</PanelTitle>
      <p>
        {isRefunding
          ? 'It was canceled while you were paying. Your card will be refunded automatically; it may take a few days to show up.'
          : 'There’s nothing to pay.'}
      </p>
      <div>
        <ButtonLink to="/appointment" look="secondary">
          Make another appointment
        </ButtonLink>
      </div>
    </div>
  )
}
