import { useQuery } from '@tanstack/react-query'
import MailWarning from 'lucide-react/icons/mail-warning'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { phoneLink } from '#contract/schedule/clinic-details.ts'
import { useClinic } from '#web/lib/clinic.tsx'
import { useUser } from '../auth/session/auth-context.ts'
import { CHANGE_EMAIL_PATH } from './change-email-path.ts'
import { emailSettingsOptions } from './email-settings-api.ts'

/** Says why the user gets no emails, and what to do; nothing while they do. */
export function EmailBanner() {
  const { email } = useUser()
  const { phone } = useClinic()
  const { data: settings } = useQuery(emailSettingsOptions(email))
  if (!settings) return null
  if (!settings.reachable) {
    return (
      <Banner>
        Emails to <strong className="[overflow-wrap:anywhere]">{settings.address}</strong> come
        back, so you get no confirmations or reminders.{' '}
        <Link to={CHANGE_EMAIL_PATH} className={LINK}>
          Change your email
        </Link>{' '}
        or call us at{' '}
        <a href={phoneLink(phone)} className={`whitespace-nowrap ${LINK}`}>
          {phone}
        </a>
        .
      </Banner>
    )
  }
  if (settings.verified) return null
  return (
    <Banner>
      You get no confirmations or reminders yet:{' '}
      <Link to="/dashboard/profile" className={LINK}>
        confirm your email address
      </Link>
      .
    </Banner>
  )
}

const LINK = 'font-bold underline underline-offset-4'

function Banner({ children }: { children: ReactNode }) {
  return (
    <aside
      aria-label="About your emails"
      className="mb-6 flex items-start gap-3 rounded-2xl bg-honey px-5 py-4"
    >
      <MailWarning aria-hidden="true" size={22} className="mt-0.5 shrink-0" />
      <p className="min-w-0">{children}</p>
    </aside>
  )
}
