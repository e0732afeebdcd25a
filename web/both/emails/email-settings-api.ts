import { queryOptions } from '@tanstack/react-query'
import { getEmailSettings } from '#contract/notifications/email-settings-calls.ts'
import { send } from '#web/lib/api/send.ts'

// Milliseconds. The dashboard requests them before it is rendered, and must not request them again then.
const SAME_MOMENT = 10_000

/**
 * The user's email settings; reloaded when the page becomes visible, because links in emails open elsewhere.
 */
export function emailSettingsOptions(email: string) {
  return queryOptions({
    queryKey: ['email-settings', email],
    queryFn: ({ signal }) => send(getEmailSettings, { signal }),
    staleTime: SAME_MOMENT,
  })
}
