/** A booking that a family made without a link from another site. */
export const FROM_SITE = 'site'

/** A booking by staff. */
export const FROM_DESK = 'desk'

const LINK = 'link:'

/** The key under which bookings through a link with that `source` are counted. */
export function fromLink(source: string): string {
  return `${LINK}${source}`
}

/** The `source` of a link by its key; undefined for other keys. */
export function linkOf(key: string): string | undefined {
  return key.startsWith(LINK) ? key.slice(LINK.length) : undefined
}
