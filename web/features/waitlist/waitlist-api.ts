import { queryOptions } from '@tanstack/react-query'
import { offerRefusal, type WaitlistEntry } from '#contract/waitlist/waitlist.ts'
import * as calls from '#contract/waitlist/waitlist-calls.ts'
import type { OfferAnswer } from '#machines/offer/offer-machine.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'

export const WAITLIST_KEY = ['waitlist']

export function waitlistOptions() {
  return queryOptions({
    queryKey: WAITLIST_KEY,
    queryFn: ({ signal }): Promise<WaitlistEntry[]> =>
      send(calls.listWaitlist, { query: {}, signal }),
    staleTime: 0,
  })
}

/** The server's facts about an offer, also when it refuses; throws `ApiError` for anything else. */
export async function answerOf(
  answer: ReturnType<typeof send<typeof calls.getOffer>>,
): Promise<OfferAnswer> {
  try {
    return { kind: 'offer', offer: await answer }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 404) return { kind: 'notFound' }
    const refusal = offerRefusal.safeParse(error.body)
    if (!refusal.success || !refusal.data.current) throw error
    return { kind: 'refused', offer: refusal.data.current, message: refusal.data.message }
  }
}
