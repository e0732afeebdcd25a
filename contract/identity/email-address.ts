// Forms, the API, the mailer and settings ask this file which emails there are. Without zod: the
// mailer and commands need no schema.

/** SMTP's limit (RFC 5321, 4.5.3.1.3), without the angle brackets. */
export const LONGEST_EMAIL = 254

/** Characters before the `@` that mail servers accept (RFC 5321, 4.5.3.1.1). */
export const LONGEST_LOCAL_PART = 64

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`)

/** What a typed domain may consist of; the full stops of East Asian keyboards count as dots. */
const TYPED_DOMAIN = /^(?:[\p{L}\p{M}\p{N}\p{So}.。．｡-]|\u200C|\u200D)+$/u

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`)

/**
 * An email in the one form in which it is stored, compared and sent to: in lower case, an
 * international domain in ASCII. Quoted local parts, local parts outside ASCII, lists and control
 * characters are refused: servers disagree about them, and some would redirect the email.
 * @returns undefined when no email can be sent there
 */
export function toEmailAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  if (local.length > LONGEST_LOCAL_PART || !LOCAL_PART.test(local)) return undefined
  const domain = toAsciiDomain(text.slice(at + 1))
  if (!domain || !DOMAIN.test(domain)) return undefined
  const email = `${local.toLowerCase()}@${domain}`
  return email.length <= LONGEST_EMAIL ? email : undefined
}

/** Browsers and Node convert the host of a URL by the same standard (UTS 46). */
function toAsciiDomain(typed: string): string | undefined {
  const url = `http://${typed}`
  return TYPED_DOMAIN.test(typed) && URL.canParse(url) ? new URL(url).hostname : undefined
}

/**
 * The email of an account that exists, which the identity provider may have accepted although no
 * email can be sent there.
 */
export function toAccountEmail(text: string): string {
  const typed = text.trim()
  return toEmailAddress(typed) ?? typed.toLowerCase()
}
