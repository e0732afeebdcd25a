import { stopRecalls } from '#contract/notifications/email-settings-calls.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { send } from '#web/lib/api/send.ts'
import { StopPage } from './stop-page.tsx'

/** The target of the link in emails about next visits: `/recalls/stop?token=…`. */
export default function StopRecallsPage() {
  return (
    <StopPage
      question={{
        title: 'Stop these emails?',
        lead: 'We won’t email you when it is time to book a visit for this child. You’ll still get emails about appointments.',
        button: 'Stop these emails',
      }}
      stopped={{
        title: 'Emails stopped',
        lead: 'We won’t email you about visits to book for this child. They are still listed under My Appointments.',
      }}
      invalid="It’s incomplete or no longer valid. Please call us, and we stop these emails for you."
      next={
        <ButtonLink to="/contactus" look="secondary">
          Contact us
        </ButtonLink>
      }
      stop={(token) => send(stopRecalls, { query: { token } })}
    />
  )
}
