import endings from 'tlds' with { type: 'json' }

const ENDINGS: ReadonlySet<string> = new Set(endings)
const START = /:\/\/|(?<![\p{L}\p{N}])www[.。．｡]/iu
const EMAIL = /[^\s@]@[^\s@]/u
const BETWEEN_HOSTS = /[^\p{L}\p{M}\p{N}.。．｡-]+/u
const DOTS = /[.。．｡]+/u

/** Titles that precede a name with a full stop and no space: 'St.John', 'Dr.Ng'. */
const TITLES: ReadonlySet<string> = new Set(
  'Dr Dra Fr Jr Ma Md Mohd Mr Mrs Ms Prof Rev Sr Sra St Sta Ste Sto'.split(' '),
)

/**
 * Whether mail programs would make a link in a text: of a scheme, `www.`, an email, or a domain with a
 * top-level domain that exists (https://data.iana.org/TLD/tlds-alpha-by-domain.txt). Initials and titles make
 * no link, although 'J.Kim' and 'Dr.Ng' look like domains.
 */
export function hasLink(text: string): boolean {
  if (START.test(text) || EMAIL.test(text)) return true
  const mayBeName = !text.includes('/')
  const hosts = text.replace(/\p{Cf}/gu, '').split(BETWEEN_HOSTS)
  return hosts.some((host) => isDomain(host) && !(mayBeName && isNameWithInitials(host)))
}

function isDomain(host: string): boolean {
  const { before, ending } = partsOf(host)
  return before.length > 0 && (ENDINGS.has(ending.toLowerCase()) || /^xn--/i.test(ending))
}

function isNameWithInitials(host: string): boolean {
  const { before, ending } = partsOf(host)
  return startsAsName(ending) && before.every((part) => TITLES.has(part) || isInitial(part))
}

/** 'evil.com-now' ends with 'com', as mail programs see it. */
function partsOf(host: string): { before: string[]; ending: string } {
  const before = host.split(DOTS).filter(Boolean)
  const last = before.pop() ?? ''
  return { before, ending: /^xn--/i.test(last) ? last : last.replace(/-.*/, '') }
}

const startsAsName = (text: string) => /^\P{Ll}/u.test(text)

const isInitial = (part: string) => startsAsName(part) && [...part].length === 1
