import * as z from 'zod/mini'

const MESSAGE = 'Enter an address that begins with https://'

/**
 * An https address that admins type, in the form in which it is stored, shown and requested. If the URL
 * parser would change it, for example because of a missing or extra slash, it is refused with the parsed
 * form.
 * @param longest characters
 * @param allows whether the address may be used here
 */
export function webAddress(
  longest: number,
  allows: (url: URL) => boolean,
  { mayBeEmpty = false } = {},
) {
  const isEmpty = (text: string) => mayBeEmpty && text === ''
  return z.string(MESSAGE).check(
    z.trim(),
    z.maxLength(longest, `The address must be ${longest} characters or fewer`),
    z.refine((text) => isEmpty(text) || parse(text, allows) !== null, MESSAGE),
    z.refine((text) => isAsParsed(text, parse(text, allows)), {
      error: ({ input }) => `Write this address as ${parse(String(input).trim(), allows)?.href}`,
    }),
  )
}

function parse(text: string, allows: (url: URL) => boolean): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const isUsable = url?.protocol === 'https:' && `${url.username}${url.password}` === ''
  return isUsable && allows(url) ? url : null
}

/** The slash of `https://example.com/` may be missing. Another check reports what cannot be parsed. */
function isAsParsed(text: string, url: URL | null): boolean {
  return url === null || text === url.href || `${text}/` === url.href
}
