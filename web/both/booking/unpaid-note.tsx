import { useQuery } from '@tanstack/react-query'
import { isOwed } from '#contract/booking/appointment-status.ts'
import { byTime, isUpcoming } from '#web/both/appointments/appointment-order.ts'
import { appointmentsOptions } from '#web/both/appointments/appointments-api.ts'
import { emailSettingsOptions } from '#web/both/emails/email-settings-api.ts'
import { SendConfirmation } from '#web/both/emails/send-confirmation.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import * as words from '#words/en/booking/unpaid-sentences.tsx'

/**
 * Says before any choice that the limit of unpaid appointments is reached, and links to the remedy; otherwise
 * nothing: docs/requirements.md#unpaid-appointments.
 */
export default function UnpaidNote({ email }: { email: string }) {
  const { data: list } = useQuery(appointmentsOptions(email))
  const isReached = list !== undefined && list.unpaidLimit > 0
  const { data: config } = useQuery({ ...configOptions(), enabled: isReached })
  const { data: settings } = useQuery({ ...emailSettingsOptions(email), enabled: isReached })
  if (!isReached || !config) return null
  const { today } = config.clinic
  const unpaid = list.own
    .filter((appointment) => isOwed(appointment) && isUpcoming(appointment, today))
    .toSorted(byTime)
    .map(({ _id }) => _id)
  const payment =
    unpaid.length > 1
      ? `/dashboard/pay?appointments=${unpaid.join()}`
      : `/dashboard/appointment/${unpaid[0]}`
  return (
    <aside aria-label={words.beforeYouBook} className="rounded-2xl bg-honey px-5 py-4">
      <p>
        {words.tooManyUnpaid(list.unpaidLimit)}{' '}
        <TextLink to={unpaid.length > 0 ? payment : '/dashboard'}>
          {unpaid.length > 1 ? words.choosePayments : words.payNow}
        </TextLink>
      </p>
      {settings && !settings.verified && (
        <p>
          {words.moreOnceConfirmed(<strong className="wrap-anywhere">{settings.address}</strong>)}{' '}
          <SendConfirmation
            address={settings.address}
            label={words.sendEmailAgain}
            returnTo="/appointment"
          />
        </p>
      )}
    </aside>
  )
}
