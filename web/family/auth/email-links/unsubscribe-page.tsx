import { useActionState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { unsubscribe } from '#contract/notifications/email-settings-calls.ts'
import { messageOf } from '#machines/actors.ts'
import { SignInFrame } from '#web/both/sign-in/sign-in-frame.tsx'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'
import { ProfileLink } from '../profile-link.tsx'

/** The target of the link in reminders: `/unsubscribe?token=…`. Opening it changes nothing. */
export default function UnsubscribePage() {
  const [parameters] = useSearchParams()
  const token = parameters.get('token') ?? ''
  const [outcome, turnOff, isPending] = useActionState(() => tryToUnsubscribe(token), null)

  if (outcome?.is === 'done') {
    return (
      <SignInFrame
        title="Reminders are off"
        lead="We won’t remind you of appointments anymore. You can turn reminders back on in your profile."
      >
        <ProfileLink />
      </SignInFrame>
    )
  }
  if (token === '' || outcome?.is === 'invalid') {
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
      <form action={turnOff} className="grid gap-4">
        {outcome?.is === 'failed' && <FormAlert>{outcome.message}</FormAlert>}
        <Button type="submit" wide busy={isPending}>
          Turn off reminders
        </Button>
      </form>
    </SignInFrame>
  )
}

type Outcome = { is: 'done' | 'invalid' } | { is: 'failed'; message: string }

async function tryToUnsubscribe(token: string): Promise<Outcome> {
  try {
    await send(unsubscribe, { query: { token } })
    return { is: 'done' }
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return { is: 'invalid' }
    return { is: 'failed', message: messageOf(error) }
  }
}
