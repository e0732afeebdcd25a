import { BASE, LANGUAGE } from '#words/en/language.ts'
import { addressIn } from '#words/languages.ts'

/** A text as a whole, after white space is collapsed, or a pattern in it. */
export type Name = string | RegExp

/** Roles that get their name from what they contain, or from a label. */
type NamedRole =
  | 'alertdialog'
  | 'banner'
  | 'button'
  | 'complementary'
  | 'dialog'
  | 'form'
  | 'group'
  | 'heading'
  | 'link'
  | 'main'
  | 'menuitem'
  | 'navigation'
  | 'region'

/** Roles without a name: they are found by the text that they contain. */
export const UNNAMED = ['alert', 'definition', 'listitem', 'status'] as const

/** A role of ARIA; `field` is a form control by its label, `text` any element by its own text. */
export type Role = NamedRole | (typeof UNNAMED)[number] | 'field' | 'text'

/** The expected facts of an element; omitted facts do not matter. */
export interface Facts {
  /** Contains a text, or matches a pattern. */
  text: Name
  disabled: boolean
  busy: boolean
  focused: boolean
  /** Of several, the one that is chosen. */
  current: boolean
  readOnly: boolean
  checked: boolean
  /** Of a select, the text of the chosen option. */
  value: string
  /** Of a page of the site without the language. */
  href: Name
  /** The message or hint that belongs to a field; empty when it has none. */
  description: Name
}

/**
 * What users perceive on a page and do to it, in jsdom or in a browser. Each method waits for what it needs,
 * and throws an error if that does not appear.
 */
export interface Screen {
  /** Clicks a control that is enabled. */
  click(role: Role, name: Name): Promise<void>
  /** Replaces what is in the field. */
  fill(label: Name, text: string): Promise<void>
  /** Selects the option with that text. */
  select(label: Name, option: string): Promise<void>
  press(key: string): Promise<void>
  /** One element is there and visible (of texts at least one), with all of `facts`. */
  see(role: Role, name?: Name, facts?: Partial<Facts>): Promise<void>
  /** No such element is there. */
  gone(role: Role, name?: Name): Promise<void>
  /** There are elements with exactly these texts, in this order. */
  seeAll(role: Role, texts: readonly string[]): Promise<void>
  /** Focus and view have moved to the element that contains the text. */
  arrivedAt(text: string): Promise<void>
  /** The page's path, without its query. */
  path(): Promise<string>
  /** Waits for the path. */
  seePath(path: Name): Promise<void>
  /** The part of the screen that is one element. */
  within(role: Role, name?: Name): Screen
}

/**
 * The alert says why the last step failed; without a failure there is none.
 * @param more its further text
 */
export const seeMessage =
  (part: Screen, more = '') =>
  ({ message }: { message: string | null }): Promise<void> =>
    message === null ? part.gone('alert') : part.see('alert', `${message} ${more}`.trim())

/** Reads the facts of elements. It runs in the page, so that it must not refer to this file. */
export function readFacts(elements: Element[]) {
  return elements.map((element) => ({
    text: (element.textContent ?? '').replace(/\s+/g, ' ').trim(),
    disabled: element.matches(':disabled, [aria-disabled=true]'),
    busy: element.getAttribute('aria-busy') === 'true',
    focused: element === document.activeElement,
    current: element.getAttribute('aria-current') === 'true',
    readOnly: (element as HTMLInputElement).readOnly === true,
    checked: (element as HTMLInputElement).checked === true,
    value: String(
      element.matches('select')
        ? (element as HTMLSelectElement).selectedOptions[0]?.textContent
        : ((element as HTMLInputElement).value ?? ''),
    ),
    href: element.getAttribute('href') ?? '',
    description: (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim(),
  }))
}

/** What is wrong with the found elements; empty if everything is as expected. */
export function problemsOf(
  role: Role,
  found: ReturnType<typeof readFacts>,
  expected: Partial<Facts>,
): string[] {
  if (found.length === 0) return ['none found']
  if (found.length > 1 && role !== 'text') return [`${found.length} found`]
  const [facts] = found
  return Object.entries(expected).flatMap(([key, wanted]) => {
    const actual = facts?.[key as keyof Facts]
    return isAsExpected(key, actual, wanted) ? [] : [`${key}: ${actual}, not ${wanted}`]
  })
}

function isAsExpected(key: string, actual: unknown, wanted: unknown): boolean {
  if (wanted instanceof RegExp) {
    const text = String(actual)
    if (key !== 'href') return wanted.test(text)
    return text.startsWith(BASE) && wanted.test(text.slice(BASE.length))
  }
  if (key === 'text' && typeof wanted === 'string') return String(actual).includes(wanted)
  if (key === 'href' && typeof wanted === 'string') return actual === addressIn(LANGUAGE, wanted)
  return actual === wanted
}
