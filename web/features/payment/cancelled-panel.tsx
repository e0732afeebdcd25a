import { ButtonLink } from '../../components/button.tsx'
import { PanelTitle } from './panel-title.tsx'
import { Payment } from './payment-provider.tsx'

/** There is nothing to pay; what was taken in between goes back (design section 6.5). */
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
