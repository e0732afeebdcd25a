import { Auth } from '#web/both/session/auth-context.ts'
import { logOut } from '#web/both/session/log-out.ts'
import { Button } from '#web/components/button.tsx'
import { PageSpinner } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import * as words from '#words/en/account/session.ts'

/** Shown instead of a page while the session is restored, exchanged or ended. */
export function SessionSpinner() {
  const isEnding = Auth.useSelector((snapshot) => snapshot.matches({ guest: 'signingOut' }))
  return <PageSpinner label={isEnding ? words.loggingOut : words.checkingLogin} />
}

/** Shown when the session could not be renewed: the network or the server is down. */
export function RestoreFailed() {
  const auth = Auth.useActorRef()
  const message = Auth.useSelector(({ context }) => context.message)
  return (
    <div className="shell section">
      <ErrorState title={words.loginNotChecked} onRetry={() => auth.send({ type: 'retry' })}>
        <p>{message}</p>
        <Button look="quiet" className="mt-3" onClick={logOut}>
          {words.logOutInstead}
        </Button>
      </ErrorState>
    </div>
  )
}
