import { useSearchParams } from 'react-router-dom'
import { ButtonLink } from '../../components/button.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { ErrorState } from '../../components/states.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useEmailConfirmation } from './use-email-confirmation.ts'

/** Letters that take something back come by the same link, told apart by `mode`. */
const CONFIRMED = { title: 'Email confirmed', lead: 'Thanks! Your email address is confirmed.' }
const TAKEN_BACK = { title: 'Change undone', lead: 'Your account is back to the way it was.' }

/** Where the link of a letter about the account's email leads: `/confirm-email?oobCode=…`. */
export default function ConfirmEmailPage() {
  const [parameters] = useSearchParams()
  const { confirmation, retry } = useEmailConfirmation(parameters.get('oobCode') ?? '')
  const mode = parameters.get('mode') ?? 'verifyEmail'
  const done = mode === 'verifyEmail' ? CONFIRMED : TAKEN_BACK

  if (confirmation.is === 'done') {
    return (
      <SignInFrame title={done.title} lead={done.lead}>
        <ToProfile />
      </SignInFrame>
    )
  }
  if (confirmation.is === 'refused') {
    return (
      <SignInFrame title="This link doesn’t work" lead={confirmation.reason}>
        <ToProfile />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Confirm your email">
      {confirmation.is === 'underWay' && <Spinner label="Confirming your email" />}
      {confirmation.is === 'failed' && (
        <ErrorState title="We couldn’t confirm your email" onRetry={retry}>
          {confirmation.message}
        </ErrorState>
      )}
    </SignInFrame>
  )
}

function ToProfile() {
  return (
    <ButtonLink to="/dashboard/profile" wide>
      Go to your profile
    </ButtonLink>
  )
}
