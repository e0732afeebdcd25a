// Emails built by the rules of RFC 5321 and the DNS, each with its expected result.

interface RareEmail {
  typed: string
  /** The stored form; undefined when it is refused. */
  email: string | undefined
}

const LONGEST_LABEL = 'd'.repeat(63)
const ATOM_SPECIALS = [..."!#$%&'*+-/=?^_`{|}~"]

const LOCAL_PARTS = [
  ...ATOM_SPECIALS.flatMap((special) => [special, `a${special}b`]),
  'a',
  '1',
  'first.last',
  'Mixed.Case',
  'a'.repeat(64),
]

const WRONG_LOCAL_PARTS = [
  '',
  '.a',
  'a.',
  'a..b',
  ...[...' "(),:;<>@[\\]'].map((special) => `a${special}b`),
  '"a b"',
  'a\0b',
  'bücher',
  'a\u200Bb',
  // The Kelvin sign, whose lower case is an ASCII k.
  '\u212Aim',
  'a'.repeat(65),
]

/** Each with its form in the DNS. */
const DOMAINS = [
  ['example.com', 'example.com'],
  ['Sub.EXAMPLE.co.uk', 'sub.example.co.uk'],
  ['1and1.example', '1and1.example'],
  ['a-b.c--d.example', 'a-b.c--d.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ['faß.example', 'xn--fa-hia.example'],
  ['почта.рф', 'xn--80a1acny.xn--p1ai'],
  ['example.xn--p1ai', 'example.xn--p1ai'],
  ['例え。jp', 'xn--r8jz45g.jp'],
  ['ｅｘａｍｐｌｅ.com', 'example.com'],
  ['نامه\u200Cای.com', 'xn--mgba3gch31f060k.com'],
  [`${LONGEST_LABEL}.example`, `${LONGEST_LABEL}.example`],
] as const

const WRONG_DOMAINS = [
  '',
  'localhost',
  '.com',
  'example.',
  'example..com',
  '-a.com',
  'a-.com',
  'a_b.com',
  `${LONGEST_LABEL}d.example`,
  // Over 63 characters in ASCII.
  `${'ü'.repeat(60)}.example`,
  `${`${LONGEST_LABEL}.`.repeat(4)}com`,
  '1.2.3.4',
  '[1.2.3.4]',
  '0x7f.1',
  'example.123',
  'example.c',
  'exa mple.com',
  'example.com/path',
  'example.com:25',
  'ex%61mple.com',
  'xn--ü.com',
  'exam\u00ADple.com',
  'exam\u200Bple.com',
  'example.com\u202E',
  'example.com\r\nbcc:a@example.com',
]

function accepted(local: string, [typed, ascii]: (typeof DOMAINS)[number]): RareEmail {
  return { typed: `${local}@${typed}`, email: `${local.toLowerCase()}@${ascii}` }
}

function refused(local: string, domain: string): RareEmail {
  return { typed: `${local}@${domain}`, email: undefined }
}

/** Each local part with each domain. */
export const RARE_EMAILS: RareEmail[] = [
  ...LOCAL_PARTS.flatMap((local) => [
    ...DOMAINS.map((domain) => accepted(local, domain)),
    ...WRONG_DOMAINS.map((domain) => refused(local, domain)),
  ]),
  ...WRONG_LOCAL_PARTS.flatMap((local) => DOMAINS.map(([domain]) => refused(local, domain))),
  { typed: 'no domain', email: undefined },
  { typed: '', email: undefined },
]

/** Some 40 of them, for tests that take longer. */
export const SOME_RARE_EMAILS: RareEmail[] = [
  ...DOMAINS.map((domain, index) => accepted(LOCAL_PARTS[2 * index + 1] ?? 'a', domain)),
  ...LOCAL_PARTS.slice(2 * DOMAINS.length).map((local) => accepted(local, DOMAINS[0])),
  ...everyThird(WRONG_DOMAINS).map((domain) => refused('a', domain)),
  ...everyThird(WRONG_LOCAL_PARTS).map((local) => refused(local, DOMAINS[0][0])),
]

function everyThird(texts: string[]): string[] {
  return texts.filter((text, index) => text !== '' && index % 3 === 1)
}
