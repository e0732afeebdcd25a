import { useLocation } from 'react-router-dom'
import { stopRecalls, unsubscribe } from '#contract/notifications/email-settings-calls.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { send } from '#web/lib/api/send.ts'
import * as words from '#words/en/account/stop-emails.ts'
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
      question={words.reminders}
      stopped={words.remindersOff}
      invalid={words.noReminderLink}
      next={<ProfileLink />}
      stop={(token) => send(unsubscribe, { query: { token } })}
    />
  )
}

function NextVisits() {
  return (
    <StopPage
      question={words.nextVisits}
      stopped={words.nextVisitsOff}
      invalid={words.noNextVisitLink}
      next={
        <ButtonLink to="/contactus" look="secondary">
          {words.contactUs}
        </ButtonLink>
      }
      stop={(token) => send(stopRecalls, { query: { token } })}
    />
  )
}
