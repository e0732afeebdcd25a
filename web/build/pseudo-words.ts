import MagicString from 'magic-string'
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'
import { isolateIn } from './isolate-values.ts'

/**
 * Languages that no one speaks, for tests: `en-XA` is longer English with accents, `ar-XB` is English that runs
 * from right to left. A text of the site without their marks is not in words/.
 */
export const PSEUDO = {
  'en-XA': {
    direction: 'ltr',
    locale: 'en-US',
    /** @example accent('Log in') === 'Ļöĝ îñ' */
    letters: accent,
    before: '[',
    // As long as translations of English become, in words that are no longer than theirs.
    after: (text: string) =>
      `${' ~~~~~~~~'.repeat(text.length).slice(0, 1 + Math.ceil(text.length * 0.4))}]`,
  },
  'ar-XB': {
    direction: 'rtl',
    // Arabic words in dates and times, with the digits that tests look for.
    locale: 'ar-AE',
    letters: (text: string) => text,
    // Right-to-left override, and its end.
    before: '\u202e',
    after: () => '\u202c',
  },
} as const satisfies Record<string, Pseudo>

export type PseudoLanguage = keyof typeof PSEUDO

export const PSEUDO_LANGUAGES = Object.keys(PSEUDO) as PseudoLanguage[]

interface Pseudo {
  direction: 'ltr' | 'rtl'
  /** For `Intl`. */
  locale: string
  letters: (text: string) => string
  /** What begins and ends a whole text. */
  before: string
  after: (text: string) => string
}

const ACCENTED = new Map(
  Array.from('AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz', (letter, index) => [
    letter,
    Array.from('ÅåÇçĐđÉéĜĝĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž')[index] ?? letter,
  ]),
)

/** Facts such as `{phone}` stay as they are. */
function accent(text: string): string {
  return text.replaceAll(/\{\w+\}|[a-z]/gi, (found) => ACCENTED.get(found) ?? found)
}

/** How a module of words says the locale and the direction of its language. */
const LOCALE = /export const LOCALE = '[\w-]+'/
const DIRECTION = /export const DIRECTION: 'ltr' \| 'rtl' = '(?:ltr|rtl)'/

/** The pseudo-language's module `words/…/language.ts`, from another language's. */
export function pseudoLanguage(code: string, language: PseudoLanguage): string {
  const { locale, direction } = PSEUDO[language]
  return code
    .replace(LOCALE, `export const LOCALE = '${locale}'`)
    .replace(DIRECTION, `export const DIRECTION = '${direction}'`)
}

/** A module of English words in a pseudo-language. @param id its path, which says whether it has JSX */
export function pseudoWords(id: string, code: string, language: PseudoLanguage) {
  const { direction, letters, before, after } = PSEUDO[language]
  const text = new MagicString(code)
  const kept = new Set<ESTree.Node>()
  const isText = (value: string) => /\p{L}/u.test(value)

  const visitor = new Visitor({
    Literal(literal) {
      const { value, start, end } = literal
      if (kept.has(literal) || typeof value !== 'string' || !isText(value)) return
      text.update(start, end, JSON.stringify(before + letters(value) + after(value)))
    },
    TemplateLiteral({ quasis, expressions }) {
      if (direction === 'rtl') isolateIn(text, { expressions })
      const whole = quasis.map(({ value }) => value.raw).join('')
      if (!isText(whole)) return
      for (const [index, { start, value }] of quasis.entries()) {
        // In TypeScript, a piece's place includes the marks around it.
        const at = code.indexOf(
          value.raw,
          start + (code[start] === '`' || code[start] === '}' ? 1 : 0),
        )
        if (value.raw) text.update(at, at + value.raw.length, letters(value.raw))
        if (index === 0) text.appendLeft(at, before)
        if (index === quasis.length - 1) text.appendRight(at + value.raw.length, after(whole))
      }
    },
    JSXText({ start, value }) {
      if (!isText(value)) return
      const trimmed = value.trim()
      const at = start + value.indexOf(trimmed)
      text.update(at, at + trimmed.length, before + letters(trimmed) + after(trimmed))
    },
    // What is not said: names of modules, keys, types, codes that are compared, and attributes.
    ImportDeclaration({ source }) {
      kept.add(source)
    },
    ExportAllDeclaration({ source }) {
      kept.add(source)
    },
    ExportNamedDeclaration({ source }) {
      if (source) kept.add(source)
    },
    Property({ key }) {
      kept.add(key)
    },
    MemberExpression({ property }) {
      kept.add(property)
    },
    TSLiteralType({ literal }) {
      kept.add(literal)
    },
    BinaryExpression({ left, right }) {
      kept.add(left).add(right)
    },
    SwitchCase({ test }) {
      if (test) kept.add(test)
    },
    JSXAttribute({ value }) {
      if (value) kept.add(value)
    },
  })
  visitor.visit(parseSync(id, code).program)
  return { code: text.toString(), map: text.generateMap({ hires: true }) }
}
