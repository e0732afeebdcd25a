import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { Button, ButtonLink } from '../../components/button.tsx'
import { FormAlert } from '../../components/form-alert.tsx'
import { ApiError } from '../../lib/api/api-error.ts'
import { SignInFrame } from '../auth/sign-in-frame.tsx'
import { unsubscribe } from './email-settings-api.ts'

/** The target of the link in reminders: `/unsubscribe?token=…`. Opening it changes nothing. */
export default function UnsubscribePage() {
  const [parameters] = useSearchParams()
  const token = parameters.get('token') ?? ''
  const ending = useMutation({ mutationFn: () => unsubscribe(token) })
  const isInvalid = ending.error instanceof ApiError && ending.error.status === 400

  if (ending.isSuccess) {
    return (
      <SignInFrame
        title="Reminders are off"
        lead="We won’t remind you of appointments anymore. You can turn reminders back on in your profile."
      >
        <ProfileLink />
      </SignInFrame>
    )
  }
  if (token === '' || isInvalid) {
    return (
      <SignInFrame
        title="This link doesn’t work"
        lead="It’s incomplete or no longer valid. You can turn reminders off in your profile."
      >
        <ProfileLink />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame
      title="Turn off reminders?"
      lead="You’ll still get emails about bookings, payments and changes."
    >
      {ending.isError && <FormAlert>{ending.error.message}</FormAlert>}
      <Button wide busy={ending.isPending} onClick={() => ending.mutate()}>
        Turn off reminders
      </Button>
    </SignInFrame>
  )
}

function ProfileLink() {
  return (
    <ButtonLink to="/dashboard/profile" wide>
      Go to your profile
    </ButtonLink>
  )
}
