import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { WORDS } from '#words/every-language.ts'
import { addressIn, type Language } from '#words/languages.ts'
import { isolateValues } from './isolate-values.ts'
import { PSEUDO, type PseudoLanguage, pseudoLanguage, pseudoWords } from './pseudo-words.ts'

const FOLDER = fileURLToPath(new URL('../../words', import.meta.url))
const ENGLISH = join(FOLDER, 'en') + sep

/** The document's first tag says its language, and its direction unless it is left to right. */
const inDocument = (html: string, language: string, direction: string) =>
  html.replace(
    '<html lang="en">',
    direction === 'ltr' ? `<html lang="${language}">` : `<html lang="${language}" dir="rtl">`,
  )

const RIGHT_TO_LEFT = fileURLToPath(new URL('../styles/right-to-left.css', import.meta.url))
/** The styles of every page. */
const STYLES = /\/styles\/public\.css$/

const withRightToLeft = (styles: string) => `${styles}\n${readFileSync(RIGHT_TO_LEFT, 'utf8')}`

/** Builds pages in a language: its words take the place of the English ones that pages import. */
export function inLanguage(language: Language): Plugin {
  const own = join(FOLDER, language) + sep
  const { DIRECTION } = WORDS[language].language
  return {
    name: 'in-language',
    enforce: 'pre',
    resolveId: {
      // Not its paths: tables of every language import English by its path.
      filter: { id: /^#words\/en\// },
      async handler(source, importer, options) {
        // A folder of words may take some of them from the English ones.
        if (language === 'en' || importer?.startsWith(own)) return null
        const found = await this.resolve(source, importer, { ...options, skipSelf: true })
        if (!found?.id.startsWith(ENGLISH)) return found
        return join(own, relative(ENGLISH, found.id))
      },
    },
    transform: {
      filter: { id: [STYLES, /\/words\//] },
      handler(code, id) {
        if (DIRECTION !== 'rtl') return null
        if (STYLES.test(id)) return withRightToLeft(code)
        return id.startsWith(own) ? isolateValues(id, code) : null
      },
    },
    transformIndexHtml: (html) =>
      inDocument(html, language, DIRECTION).replace(
        '/site.webmanifest',
        addressIn(language, '/site.webmanifest'),
      ),
  }
}

/** For tests: builds English pages in a pseudo-language. */
export function inPseudoLanguage(language: PseudoLanguage): Plugin {
  const { direction } = PSEUDO[language]
  return {
    name: 'in-pseudo-language',
    enforce: 'pre',
    transform: {
      filter: { id: [STYLES, /\/words\/en\//] },
      handler(code, id) {
        if (STYLES.test(id)) return direction === 'rtl' ? withRightToLeft(code) : null
        if (id.endsWith('/language.ts')) return pseudoLanguage(code, language)
        return pseudoWords(id, code, language)
      },
    },
    transformIndexHtml: (html) => inDocument(html, language, direction),
  }
}
