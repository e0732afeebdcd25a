import { isIP } from 'node:net'
import { z } from 'zod'
import { toEmailAddress } from '#contract/identity/email-address.ts'
import { parseReplicaUrl } from './replica-target.ts'

// Each message follows the variable's name: 'PORT is not a whole number …'.

const DIGITS = /^\d{1,6}$/
const CLOUDINARY_URL = /^cloudinary:\/\/[^:@/\s]+:[^:@/\s]+@[^:@/\s]+$/
const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/i

export const DEFAULT_PORTS = {
  PORT: 3000,
  AUTH_EMULATOR_PORT: 9099,
  STRIPE_SANDBOX_PORT: 12111,
  SMTP_SANDBOX_PORT: 2525,
}

/** HS256 requires a key as long as its hash (RFC 7518, 3.2). */
export const MIN_SECRET_BYTES = 32

/** Networks that Fastify accepts by name. */
const NETWORK_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal'])

export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, `is not one of ${words.join(', ')}`)
}

/** `1`, `true`, `on`, `yes` or their opposites. */
export const onOff = z.stringbool({ error: 'must be on or off' })

export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .transform((text) => (DIGITS.test(text) ? Number(text) : Number.NaN))
    .refine(
      (number) => number >= min && number <= max,
      `is not a whole number from ${min} to ${max}`,
    )
}

/** A TCP port; 0 means any free one. */
export const port = wholeNumber(0, 65_535)

/** `https://sprout.example`: scheme, host and port. */
export const origin = z
  .url({ protocol: /^https?$/, error: 'is not a web address like https://sprout.example' })
  .transform((text) => new URL(text))
  .refine(
    ({ pathname, search, hash }) => pathname === '/' && !search && !hash,
    'must not have a path: the site runs at the root of its host',
  )
  .transform((url) => url.origin)

export const hostName = z
  .string()
  .regex(HOST_NAME, 'is not a host name like clinic.firebaseapp.com')

export const redisUrl = z.url({
  protocol: /^rediss?$/,
  error: 'is not an address like redis://localhost:6379',
})

export const cloudinaryUrl = z
  .string()
  .regex(CLOUDINARY_URL, 'is not an address like cloudinary://key:secret@cloud')

/** A text that `read` converts into a value; undefined means invalid. */
function readWith<Value>(read: (text: string) => Value | undefined, message: string) {
  return z.string().transform((text, context) => {
    const value = read(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

/** Where the second copy is kept. */
export const replicaUrl = readWith(
  parseReplicaUrl,
  'is not a folder (/mnt/copy), sftp://user@host/folder or ' +
    's3://bucket/folder?endpoint=https://host',
)

/** A mail server. Options in the query are refused: they could turn off the checks of TLS. */
export const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'is not an address like smtps://user:password@host' })
  .transform((text) => new URL(text))
  .refine(
    ({ hostname, pathname, search, hash }) => hostname && !pathname && !search && !hash,
    'must be scheme, user, password, host and port only',
  )
  .transform(({ href }) => href)

/** `Sprout <appointments@sprout.example>`, or the address alone. */
export const mailbox = readWith((text) => {
  const [, name = '', address = text] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? []
  const email = toEmailAddress(address)
  return email ? { name: name.trim(), address: email } : undefined
}, 'is not an email address like Sprout <appointments@sprout.example>')

export const email = readWith(toEmailAddress, 'is not an email address')

/** A name of the IANA time zone database. */
export const timeZone = z
  .string()
  .refine(isTimeZone, 'is not a time zone of the IANA database, like America/New_York')

export const secret = z
  .string()
  .refine(
    (text) => Buffer.byteLength(text) >= MIN_SECRET_BYTES,
    `must be at least ${MIN_SECRET_BYTES} bytes long`,
  )

/** A secret for an Authorization header (RFC 6750, 2.1). */
export const bearerSecret = secret.regex(
  /^[\w.~+/-]+=*$/,
  'may contain only letters, digits and -._~+/',
)

/** A provider's key, whose kind is known by its prefix. */
export function startingWith(...prefixes: [string, ...string[]]) {
  return z
    .string()
    .refine(
      (text) => prefixes.some((prefix) => text.startsWith(prefix) && text.length > prefix.length),
      `does not start with ${prefixes.join(' or ')}`,
    )
}

/** A PEM key, also on one line with `\n` for line ends, and in quotes. */
export const privateKey = z
  .string()
  .transform((text) => text.replace(/^"(.*)"$/s, '$1').replaceAll('\\n', '\n'))
  .refine(
    (key) =>
      /^-----BEGIN [A-Z ]*PRIVATE KEY-----\n[\s\S]+-----END [A-Z ]*PRIVATE KEY-----\s*$/.test(key),
    'is not a private key in PEM format (-----BEGIN PRIVATE KEY-----…)',
  )

/**
 * The proxies whose X-Forwarded-For is trusted, by address or network. Trusting everyone or a number of
 * proxies is refused, because visitors could then forge their address.
 */
export const trustedProxies = readWith((text) => {
  const networks = text.split(',').map((part) => part.trim())
  return networks.every(isNetwork) ? networks : undefined
}, 'must be a list of proxy addresses or networks, like 127.0.0.1,10.0.0.0/8')

function isNetwork(text: string): boolean {
  if (NETWORK_NAMES.has(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

function isTimeZone(name: string): boolean {
  // Intl also accepts offsets like +02:00, which have no daylight saving time.
  if (!/^[A-Z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
