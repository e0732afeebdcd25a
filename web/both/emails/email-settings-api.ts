import { queryOptions } from '@tanstack/react-query'
import { getEmailSettings } from '#contract/notifications/email-settings-calls.ts'
import { send } from '#web/lib/api/send.ts'

// Milliseconds. The dashboard asks before it is rendered, and must not ask again then.
const SAME_MOMENT = 10_000

/** The user's own email settings; read again when the page becomes visible, as links in emails open elsewhere. */
export function emailSettingsOptions(email: string) {
  return queryOptions({
    queryKey: ['email-settings', email],
    queryFn: ({ signal }) => send(getEmailSettings, { signal }),
    staleTime: SAME_MOMENT,
  })
}
