/**
 * Reads a page of a list.
 * @returns its rows, and the last row if another page follows
 */
export function readPage<Row>(limit: number, list: (limit: number) => Row[]) {
  const found = list(limit + 1)
  const page = found.slice(0, limit)
  return { page, last: found.length > limit ? page.at(-1) : undefined }
}
