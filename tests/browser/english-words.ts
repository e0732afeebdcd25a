import type { Page } from '@playwright/test'
import { isEnglish } from '#words/testing/english-words.ts'

/** The page's texts that are in English, other than those marked as English. */
export async function findEnglish(page: Page): Promise<string[]> {
  const shown = [await page.title(), ...(await page.evaluate(readTexts))]
  return [...new Set(shown)].filter(isEnglish)
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
