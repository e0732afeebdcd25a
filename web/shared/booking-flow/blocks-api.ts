import { bookBlock, findBlocks } from '#contract/booking/appointment-blocks-calls.ts'
import type { Block, NewBlock } from '#contract/booking/blocks.ts'
import type { BlockResult, BlocksRequest } from '#machines/booking/booking-setup.ts'
import { sendOrRefusal, sendQuery } from '#web/lib/api/send.ts'

/** The times of a day that fit all of the siblings. Throws `ApiError`. */
export function loadBlocks(
  { date, siblings }: BlocksRequest,
  signal: AbortSignal,
): Promise<Block[]> {
  const child = siblings.map((sibling) => sibling.child)
  const treatment = siblings.map((sibling) => sibling.treatment)
  return sendQuery(findBlocks, { query: { date, child, treatment }, signal })
}

/** Books all of them or none; resolves for a booking and for a refusal (409). Throws `ApiError`. */
export function createBlock(body: NewBlock): Promise<BlockResult> {
  return sendOrRefusal(bookBlock, { body })
}
