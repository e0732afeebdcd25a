import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { SAMPLE_DOCTORS } from '#contract/site/team-words.ts'
import { SAMPLE_TESTIMONIALS } from '#contract/site/testimonial-words.ts'
import { SAMPLE_TREATMENTS } from '#contract/site/treatment-words.ts'
import { OWN_NAMES } from '#words/language-names.ts'

// Finds text outside of words/ on pages in the pseudo-language `en-XA`, whose words have brackets and accents.

const WORD = /[a-z]{2,}/i

/** In dates and times, which `Intl` writes. */
const DATES =
  /\b(?:[AP]M|(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day|Sun|Mon|Tue|Wed|Thu|Fri|Sat|Su|Mo|Tu|We|Th|Fr|Sa|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*)\b/g

/** Email addresses and ids of payments. */
const ADDRESSES = /\S+@\S+|pi_\w+/g

/** What the clinic calls itself, its doctors and treatments, what families say of it, and languages. */
const OF_THE_CLINIC = textsIn([
  DEFAULT_CLINIC,
  [SAMPLE_DOCTORS, SAMPLE_TESTIMONIALS, SAMPLE_TREATMENTS],
  ['Nutrition Treatment', 'Facebook', 'Instagram', 'Twitter', 'LinkedIn'],
  OWN_NAMES,
])

/** Every text in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/**
 * The texts that have words other than dates and whole names.
 * @param names of this page, besides the clinic's
 */
export function findUnmarked(texts: readonly string[], names: readonly string[] = []): string[] {
  // Pages may break a name after its slash, and list the lines of a text.
  const known = [...OF_THE_CLINIC, ...names]
    .flatMap((name) => [name, ...name.split(/[/\n]/)])
    .sort((one, other) => other.length - one.length)
  const isUnmarked = (text: string) => {
    if (/[[\]~\u00c0-\u017f]/.test(text)) return false
    const rest = known.reduce(
      (left, name) => left.replaceAll(name, ' '),
      text.replaceAll(ADDRESSES, ' '),
    )
    return WORD.test(rest.replaceAll(DATES, ' '))
  }
  return texts.filter(isUnmarked)
}

/** Runs in the page: its texts, and what screen readers say; without the form of the payment provider. */
export function readTexts(): string[] {
  const OF_OTHERS = ':has(> [class^=stripe-sandbox])'
  const found = new Set<string>()
  const add = (text: string | null) => {
    if (text?.trim()) found.add(text.trim())
  }
  for (const element of document.body.querySelectorAll('*')) {
    if (element.matches('script, style, noscript, template') || element.closest(OF_OTHERS)) continue
    for (const name of ['aria-label', 'aria-description', 'alt', 'title', 'placeholder']) {
      add(element.getAttribute(name))
    }
    for (const node of element.childNodes) if (node instanceof Text) add(node.data)
  }
  return [...found]
}
