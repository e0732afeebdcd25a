import * as z from 'zod/mini'

/** The header with the number of entries on all pages. */
export const TOTAL_COUNT = 'x-total-count'

/**
 * `limit`: the size of a page.
 * @param usual the default
 */
export const pageLimit = (usual: number, most = 100) =>
  z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(most)), usual)

/** For lists that continue from an entry: `before` is `next` of the previous page. */
export const pageBefore = (usual: number, most: number) => ({
  before: z.optional(z.uuid('Cursor is invalid')),
  limit: pageLimit(usual, most),
})
