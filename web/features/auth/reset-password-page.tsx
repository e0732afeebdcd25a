import { Navigate, useSearchParams } from 'react-router-dom'
import { Spinner } from '../../components/spinner.tsx'
import { ErrorState } from '../../components/states.tsx'
import { NewLinkForm } from './new-link-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useResetCode } from './use-reset-code.ts'

/**
 * Where the link of a reset mail leads: `/reset-password?oobCode=…`. A Firebase project has one
 * address for the links of all its letters; those about the email are sent on from here.
 */
export default function ResetPasswordPage() {
  const [parameters] = useSearchParams()
  const mode = parameters.get('mode') ?? 'resetPassword'
  if (mode !== 'resetPassword') return <Navigate to={`/confirm-email?${parameters}`} replace />
  return <ResetPassword code={parameters.get('oobCode') ?? ''} />
}

function ResetPassword({ code }: { code: string }) {
  const { check, retry, refuse } = useResetCode(code)

  if (check.is === 'refused') {
    return (
      <SignInFrame title="Request a new link" lead={check.reason}>
        <NewLinkForm />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame
      title="Reset password"
      lead={check.is === 'valid' ? `Choose a new password for ${check.email}.` : undefined}
    >
      {check.is === 'checking' && <Spinner label="Checking your link" />}
      {check.is === 'failed' && (
        <ErrorState title="We couldn’t check your link" onRetry={retry}>
          {check.message}
        </ErrorState>
      )}
      {check.is === 'valid' && (
        <NewPasswordForm email={check.email} code={code} onRefused={refuse} />
      )}
    </SignInFrame>
  )
}
