import { isIP } from 'node:net'
import { z } from 'zod'

// Each message goes on after the variable's name: 'PORT is not a port …'.

const DIGITS = /^\d{1,6}$/
const CLOUDINARY_URL = /^cloudinary:\/\/[^:@/\s]+:[^:@/\s]+@[^:@/\s]+$/
const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/i

export const DEFAULT_PORTS = { PORT: 3000, AUTH_EMULATOR_PORT: 9099, STRIPE_SANDBOX_PORT: 12111 }

/** HS256 wants a key as long as its hash (RFC 7518 section 3.2). */
export const MIN_SECRET_BYTES = 32

/** Networks that Fastify knows by name. */
const NETWORK_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** One of the words, nothing else. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, `is not one of ${words.join(', ')}`)
}

/** `1`, `true`, `on`, `yes` or their opposites. */
export const onOff = z.stringbool({ error: 'is neither on nor off' })

/** A whole number within bounds, both included. */
export function wholeNumber(least: number, most: number) {
  return z
    .string()
    .transform((text) => (DIGITS.test(text) ? Number(text) : Number.NaN))
    .refine(
      (number) => number >= least && number <= most,
      `is not a whole number from ${least} to ${most}`,
    )
}

/** A TCP port; 0 takes a free one. */
export const port = wholeNumber(0, 65_535)

/** `https://sprout.example`: scheme, host and port, nothing after it. */
export const origin = z
  .url({ protocol: /^https?$/, error: 'is not a web address like https://sprout.example' })
  .transform((text) => new URL(text))
  .refine(
    ({ pathname, search, hash }) => pathname === '/' && !search && !hash,
    'has something after the host: the site lives at the root of its own host',
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

/** A name of the IANA time zone database. */
export const timeZone = z
  .string()
  .refine(isTimeZone, 'is not a time zone of the IANA database, like America/New_York')

export const secret = z
  .string()
  .refine(
    (text) => Buffer.byteLength(text) >= MIN_SECRET_BYTES,
    `is too short: it takes at least ${MIN_SECRET_BYTES} bytes`,
  )

/** A secret that travels in an Authorization header as it is (RFC 6750 section 2.1). */
export const bearerSecret = secret.regex(
  /^[\w.~+/-]+=*$/,
  'is not made of letters, digits and -._~+/ only',
)

/** A key of a provider's, told from its other keys by how it begins. */
export function startingWith(...prefixes: [string, ...string[]]) {
  return z
    .string()
    .refine(
      (text) => prefixes.some((prefix) => text.startsWith(prefix) && text.length > prefix.length),
      `does not start with ${prefixes.join(' or ')}`,
    )
}

/** A PEM key. Files and panels that hold one line only write its line ends as `\n`, some in quotes. */
export const privateKey = z
  .string()
  .transform((text) => text.replace(/^"(.*)"$/s, '$1').replaceAll('\\n', '\n'))
  .refine(
    (key) =>
      /^-----BEGIN [A-Z ]*PRIVATE KEY-----\n[\s\S]+-----END [A-Z ]*PRIVATE KEY-----\s*$/.test(key),
    'is not a private key in PEM format (-----BEGIN PRIVATE KEY-----…)',
  )

/**
 * The proxies whose X-Forwarded-For counts, by address or network. Neither 'everybody' nor a bare
 * number of proxies is on offer: visitors could then choose their address.
 */
export const trustedProxies = z.string().transform((text, context) => {
  const networks = text.split(',').map((part) => part.trim())
  if (networks.every(isNetwork)) return networks
  context.addIssue({
    code: 'custom',
    message: 'is not a list of addresses and networks of proxies, like 127.0.0.1,10.0.0.0/8',
  })
  return z.NEVER
})

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
  // Offsets like +02:00 are known to Intl, too, but they know no daylight saving.
  if (!/^[A-Z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
