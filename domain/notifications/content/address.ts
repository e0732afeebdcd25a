import { domainToASCII } from 'node:url'

/** SMTP's limit (RFC 5321, 4.5.3.1.3), without the angle brackets. */
const LONGEST_ADDRESS = 254

/** Of names in headers and calendars, in characters. */
export const LONGEST_NAME = 100

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const ADDRESS = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${LABEL}(?:\\.${LABEL})+$`)

/**
 * An address that every mail server understands, with an international domain in ASCII. Quoted local
 * parts, lists and anything with a control character are refused: servers disagree about them, and
 * some would redirect the email.
 * @returns undefined when no email can be sent there
 */
export function toSmtpAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  // domainToASCII also removes and replaces characters: only for letters outside ASCII.
  const isInternational = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && /[^\0-\x7f]/.test(domain)
  const address = text.slice(0, at + 1) + (isInternational ? domainToASCII(domain) : domain)
  return address.length <= LONGEST_ADDRESS && ADDRESS.test(address) ? address : undefined
}

/**
 * Text for a header or a calendar's field: one line without control, direction and format
 * characters, which mail programs would decode and display, without quotes and brackets, and without
 * encoded words (RFC 2047), which could contain all of those.
 */
export function toHeaderText(text: string, maxLength: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/["\\<>]/g, '')
    .replaceAll('=?', '= ?')
    .replace(/ {2,}/g, ' ')
    .trim()
  return [...line].slice(0, maxLength).join('').trim()
}
