import * as z from 'zod/mini'
import {
  type Block,
  blockList,
  blockRefusal,
  blockSuccess,
  type NewBlock,
} from '#contract/booking/blocks.ts'
import { termsChanged } from '#contract/payments/refund-bands.ts'
import type { BlockResult, BlocksRequest } from '#machines/booking/booking-setup.ts'
import { orRefusal } from '#web/lib/api/refusal.ts'
import { request } from '#web/lib/api/request.ts'

/** The times of a day that fit all of the siblings. Throws `ApiError`. */
export function loadBlocks(
  { date, siblings }: BlocksRequest,
  signal: AbortSignal,
): Promise<Block[]> {
  const query = new URLSearchParams({ date })
  for (const { child, treatment } of siblings) {
    query.append('child', child)
    query.append('treatment', treatment)
  }
  const options = { schema: blockList, auth: 'session', signal } as const
  return request(`/appointment-blocks?${query}`, options)
}

/** Books all of them or none; resolves for a booking and for a refusal (409). Throws `ApiError`. */
export function createBlock(body: NewBlock): Promise<BlockResult> {
  const options = { method: 'POST', body, schema: blockSuccess, auth: 'session' } as const
  return orRefusal(request('/appointment-blocks', options), z.union([blockRefusal, termsChanged]))
}
