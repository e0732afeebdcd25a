import { Button } from '../../components/button.tsx'
import { FormAlert } from '../../components/form-alert.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { PanelTitle } from './panel-title.tsx'
import { Payment } from './payment-provider.tsx'

/** The money is taken, and the clinic's server has not confirmed it yet. */
export function SettlingPanel() {
  const { send } = Payment.useActorRef()
  const isAsking = Payment.useSelector((snapshot) => snapshot.matches({ settling: 'asking' }))
  const message = Payment.useSelector(({ context }) => context.message)
  return (
    <div className="grid gap-5">
      <PanelTitle>We’re confirming your payment</PanelTitle>
      <p>Your payment went through. You won’t be charged twice, even if you leave this page.</p>
      {message === null ? (
        <Spinner label="Waiting for confirmation" />
      ) : (
        <FormAlert>
          <p>{message}</p>
          <Button
            look="secondary"
            className="mt-3"
            busy={isAsking}
            onClick={() => send({ type: 'retry' })}
          >
            Check again
          </Button>
        </FormAlert>
      )}
    </div>
  )
}
