import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { IsoDate } from '#contract/dates.ts'
import { deskEntry, offerRefusal, waitlistEntry } from '#contract/waitlist/waitlist.ts'
import * as calls from '#contract/waitlist/waitlist-calls.ts'
import type { OfferAnswer } from '#machines/offer/offer-machine.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { nextAfter } from '#web/lib/api/paged-list.ts'
import { send, sendForPage } from '#web/lib/api/send.ts'

export const WAITLIST_KEY = ['waitlist']

export function waitlistOptions() {
  return queryOptions({
    queryKey: WAITLIST_KEY,
    queryFn: async ({ signal }) =>
      z.array(waitlistEntry).parse(await send(calls.listWaitlist, { query: {}, signal })),
    staleTime: 0,
  })
}

/**
 * For staff, page by page: the waiting families, or those that want one day, in the order in which they are
 * offered times; with `closed`, families whose entries closed days ended recently.
 */
export function deskWaitlistOptions(date: IsoDate | null, which: 'waiting' | 'closed' = 'waiting') {
  return infiniteQueryOptions({
    queryKey: [...WAITLIST_KEY, which, date ?? 'everyone'],
    queryFn: async ({ pageParam, signal }) => {
      const days = date ? { date } : { everyone: 'true' as const }
      const closed = which === 'closed' && { closed: 'true' as const }
      const query = { ...days, ...closed, ...(pageParam && { after: pageParam }) }
      const { items, total } = await sendForPage(calls.listWaitlist, { query, signal })
      return { items: z.array(deskEntry).parse(items), total }
    },
    initialPageParam: '',
    getNextPageParam: nextAfter,
  })
}

/** The server's answer about an offer, also for a refusal; throws `ApiError` for anything else. */
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
