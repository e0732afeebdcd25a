import { TextButton } from '#web/components/text-link.tsx'
import * as words from '#words/en/account/session.ts'
import * as loading from '#words/en/loading.ts'
import { Auth, useIsRoleUnknown } from './auth-context.ts'

/** Shown below the links until the server has said whether the user has more of them. */
export function MissingLinks({ className }: { className: string }) {
  const auth = Auth.useActorRef()
  if (!useIsRoleUnknown()) return null
  return (
    <p role="status" className={`text-sm text-muted ${className}`}>
      {words.linksMissing}{' '}
      <TextButton onClick={() => auth.send({ type: 'retry' })} className="text-base-content">
        {loading.tryAgain}
      </TextButton>
    </p>
  )
}
