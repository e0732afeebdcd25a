import type { Page } from '@playwright/test'
import * as english from '#words/en/all.ts'
import * as spanish from '#words/es/all.ts'

/** Every text of the words; of functions, the pieces between their values. */
function textsOf(words: object): string[] {
  return Object.values(words).flatMap((one: unknown) => {
    if (typeof one === 'string') return [one]
    if (typeof one === 'function') return piecesOf(String(one))
    return typeof one === 'object' && one !== null ? textsOf(one) : []
  })
}

const piecesOf = (code: string) =>
  [...code.matchAll(/(["'`])((?:\\.|(?!\1).)*)\1/gs)].flatMap(([, , text = '']) =>
    text.split(/\$\{[^}]*\}/).map((piece) => piece.trim()),
  )

const SPANISH = new Set(textsOf(spanish))

/** What only English pages say. */
const ENGLISH = [...new Set(textsOf(english))].filter(
  (text) => /[a-z]/.test(text) && !SPANISH.has(text),
)
const WHOLE = new Set(ENGLISH)
const SENTENCES = ENGLISH.filter((text) => text.split(/\s+/).length > 2)

/** The page's texts that are in English, other than those marked as English. */
export async function findEnglish(page: Page): Promise<string[]> {
  const shown = [await page.title(), ...(await page.evaluate(readTexts))]
  return [...new Set(shown)].filter(
    (text) => WHOLE.has(text) || SENTENCES.some((sentence) => text.includes(sentence)),
  )
}

/** Runs in the page: its texts, and the names of its elements. */
function readTexts(): string[] {
  const SPOKEN = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'content']
  const found: string[] = []
  const add = (text: string | null) => {
    const tidy = text?.replace(/\s+/g, ' ').trim()
    if (tidy) found.push(tidy)
  }
  for (const element of document.querySelectorAll('*')) {
    if (element.closest('[lang]')?.getAttribute('lang') === 'en') continue
    if (element.matches('script, style, noscript, template')) continue
    for (const name of SPOKEN) add(element.getAttribute(name))
    for (const node of element.childNodes) if (node instanceof Text) add(node.data)
    if (element.matches('p, a, button, label, li, h1, h2, h3, dt, dd, th, td')) {
      if (!element.querySelector('[lang]')) add(element.textContent)
    }
  }
  return found
}
