import { unsubscribe } from '#contract/notifications/email-settings-calls.ts'
import { send } from '#web/lib/api/send.ts'
import { ProfileLink } from '../profile-link.tsx'
import { StopPage } from './stop-page.tsx'

/** The target of the link in reminders: `/unsubscribe?token=…`. */
export default function UnsubscribePage() {
  return (
    <StopPage
      question={{
        title: 'Turn off reminders?',
        lead: 'You’ll still get emails about bookings, payments and changes.',
        button: 'Turn off reminders',
      }}
      stopped={{
        title: 'Reminders are off',
        lead: 'We won’t remind you of appointments anymore. You can turn reminders back on in your profile.',
      }}
      invalid="It’s incomplete or no longer valid. You can turn reminders off in your profile."
      next={<ProfileLink />}
      stop={(token) => send(unsubscribe, { query: { token } })}
    />
  )
}
