// Forms, the API, the mailer and settings validate emails with this file. Without zod: the mailer and
// commands need no schema.

/** SMTP's limit (RFC 5321, 4.5.3.1.3), without the angle brackets. */
export const LONGEST_EMAIL = 254

/** Characters before the `@` that mail servers accept (RFC 5321, 4.5.3.1.1). */
export const LONGEST_LOCAL_PART = 64

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`)

/** The characters of a typed domain. Full stops of East Asian keyboards count as dots. */
const TYPED_DOMAIN = /^(?:[\p{L}\p{M}\p{N}\p{So}.。．｡-]|\u200C|\u200D)+$/u

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`)

/**
 * An email in the form in which it is stored, compared and sent to: in lower case, an international domain in
 * ASCII. Refuses quoted local parts, local parts outside of ASCII, lists and control characters: servers
 * disagree about them, and some would redirect the email.
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
 * The email of an existing account. The identity provider may have accepted one to which no email can be
 * sent.
 */
export function toAccountEmail(text: string): string {
  const typed = text.trim()
  return toEmailAddress(typed) ?? typed.toLowerCase()
}
