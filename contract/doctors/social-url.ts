import * as z from 'zod/mini'

const NOT_AN_ADDRESS = 'Enter an address that begins with https://'

/** The address of a page on a social network; empty for none. */
export const socialUrl = z.string(NOT_AN_ADDRESS).check(
  z.trim(),
  z.maxLength(200, 'The address must be 200 characters or fewer'),
  z.refine((text) => text === '' || isHttps(text), NOT_AN_ADDRESS),
)

function isHttps(text: string): boolean {
  // The parser would forgive spaces and control characters, and links must not carry credentials.
  if (/[\s\\"<>]/.test(text)) return false
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username } = new URL(text)
  return protocol === 'https:' && hostname.includes('.') && username === ''
}
