import { useLocation } from 'react-router-dom'
import { stopRecalls, unsubscribe } from '#contract/notifications/email-settings-calls.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { send } from '#web/lib/api/send.ts'
import { ProfileLink } from '../profile-link.tsx'
import { StopPage } from './stop-page.tsx'

/**
 * The target of links that stop emails: `/unsubscribe?token=…` of reminders, `/recalls/stop?token=…` of emails
 * about next visits. It is one page, because every public page loads the list of all pages.
 */
export default function UnsubscribePage() {
  return useLocation().pathname === '/unsubscribe' ? <Reminders /> : <NextVisits />
}

function Reminders() {
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

function NextVisits() {
  return (
    <StopPage
      question={{
        title: 'Stop these emails?',
        lead: 'We won’t email you when it is time to book visits for the children in that email. You’ll still get emails about appointments.',
        button: 'Stop these emails',
      }}
      stopped={{
        title: 'Emails stopped',
        lead: 'We won’t email you about visits to book for the children in that email. If you have an account, you can turn these emails on again in your profile.',
      }}
      invalid="It’s incomplete or no longer valid. Please call us, and we’ll stop these emails for you."
      next={
        <ButtonLink to="/contactus" look="secondary">
          Contact us
        </ButtonLink>
      }
      stop={(token) => send(stopRecalls, { query: { token } })}
    />
  )
}
