import { Button } from '../../components/button.tsx'
import { ErrorState } from '../../components/states.tsx'
import { Auth } from './auth-context.ts'

/** There is a session to renew, but network or server are down. */
export function RestoreFailed() {
  const auth = Auth.useActorRef()
  const message = Auth.useSelector(({ context }) => context.message)
  return (
    <div className="shell section">
      <ErrorState title="We couldn’t check your login" onRetry={() => auth.send({ type: 'retry' })}>
        <p>{message}</p>
        <Button look="quiet" className="mt-3" onClick={() => auth.send({ type: 'logout' })}>
          Log out instead
        </Button>
      </ErrorState>
    </div>
  )
}
