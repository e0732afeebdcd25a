import { queryOptions } from '@tanstack/react-query'
import { getContact } from '#contract/contact/contact-calls.ts'
import { send } from '#web/lib/api/send.ts'

/**
 * Phone and address in the user's profile.
 * @param email the user's
 */
export function contactOptions(email: string) {
  return queryOptions({
    queryKey: ['contact', email],
    queryFn: ({ signal }) => send(getContact, { signal }),
  })
}
