import { queryOptions } from '@tanstack/react-query'
import type { EmailSettings, EmailSettingsForm } from '#contract/notifications/email-settings.ts'
import * as calls from '#contract/notifications/email-settings-calls.ts'
import { send } from '#web/lib/api/send.ts'

// Milliseconds. The dashboard asks before it is rendered, and must not ask again then.
const SAME_MOMENT = 10_000

/** The user's own email settings; read again when the page becomes visible, as links in emails open elsewhere. */
export function emailSettingsOptions(email: string) {
  return queryOptions({
    queryKey: ['email-settings', email],
    queryFn: ({ signal }) => send(calls.getEmailSettings, { signal }),
    staleTime: SAME_MOMENT,
  })
}

/** Switches reminders on or off (`PUT /email-settings`). Throws `ApiError`. */
export function changeEmailSettings(body: EmailSettingsForm): Promise<EmailSettings> {
  return send(calls.changeEmailSettings, { body })
}

/** Switches reminders off with the token of a reminder's link. Throws `ApiError`. */
export function unsubscribe(token: string): Promise<unknown> {
  return send(calls.unsubscribe, { query: { token } })
}
