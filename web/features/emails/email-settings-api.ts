import { queryOptions } from '@tanstack/react-query'
import {
  type EmailSettings,
  type EmailSettingsForm,
  emailSettings,
  unsubscribeResponse,
} from '#contract/notifications/email-settings.ts'
import { request } from '#web/lib/api/request.ts'

// Milliseconds. The dashboard asks before it is rendered, and must not ask again then.
const SAME_MOMENT = 10_000

/** The user's own email settings; read again when the page becomes visible, as links in emails open elsewhere. */
export function emailSettingsOptions(email: string) {
  return queryOptions({
    queryKey: ['email-settings', email],
    queryFn: ({ signal }) =>
      request('/email-settings', { schema: emailSettings, auth: 'session', signal }),
    staleTime: SAME_MOMENT,
  })
}

/** Switches reminders on or off (`PUT /email-settings`). Throws `ApiError`. */
export function changeEmailSettings(settings: EmailSettingsForm): Promise<EmailSettings> {
  return request('/email-settings', {
    method: 'PUT',
    body: settings,
    schema: emailSettings,
    auth: 'session',
  })
}

/** Switches reminders off with the token of a reminder's link. Throws `ApiError`. */
export function unsubscribe(token: string): Promise<unknown> {
  return request(`/unsubscribe?${new URLSearchParams({ token })}`, {
    method: 'POST',
    schema: unsubscribeResponse,
  })
}
