import { useQuery } from '@tanstack/react-query'
import MailWarning from 'lucide-react/icons/mail-warning'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useUser } from '#web/both/session/auth-context.ts'
import { isFresh } from '#web/both/session/token.ts'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import { queryClient } from '#web/lib/api/query-client.ts'
import { useClinic } from '#web/lib/clinic.tsx'
import { readSession } from '#web/lib/session.ts'
import * as words from '#words/en/visits/emails.ts'
import * as sentences from '#words/en/visits/emails-sentences.tsx'
import { CHANGE_EMAIL_PATH } from './change-email-path.ts'
import { emailSettingsOptions } from './email-settings-api.ts'
import { SendConfirmation } from './send-confirmation.tsx'

// Before the first rendering: a banner that appeared later would move the page.
const session = readSession()
if (session && isFresh(session.accessToken)) {
  void queryClient.prefetchQuery(emailSettingsOptions(session.user.email))
}

/** Says why the user gets no emails, and what to do; nothing while emails reach them. */
export function EmailBanner() {
  const { email } = useUser()
  const clinic = useClinic()
  const { pathname, search } = useLocation()
  const { data: settings } = useQuery(emailSettingsOptions(email))
  if (!settings) return null
  const address = <strong className="[overflow-wrap:anywhere]">{settings.address}</strong>
  if (!settings.reachable) {
    return (
      <Banner>
        {sentences.comeBack(
          address,
          (text) => (
            <InlineLink to={CHANGE_EMAIL_PATH}>{text}</InlineLink>
          ),
          <PhoneLink of={clinic} className="font-bold whitespace-nowrap" />,
        )}
      </Banner>
    )
  }
  if (settings.verified) return null
  return (
    <Banner>
      {sentences.untilConfirmed(address)}{' '}
      <SendConfirmation
        address={settings.address}
        label={words.resend}
        returnTo={`${pathname}${search}`}
      />
    </Banner>
  )
}

function Banner({ children }: { children: ReactNode }) {
  return (
    <aside
      aria-label={words.aboutYourEmails}
      className="email-banner mb-4 flex items-start gap-3 rounded-2xl bg-honey px-4 py-1 max-md:text-sm md:mb-6 md:px-5 md:py-3"
    >
      <MailWarning aria-hidden="true" size={22} className="mt-2.5 shrink-0" />
      <div className="min-w-0 py-2">{children}</div>
    </aside>
  )
}
