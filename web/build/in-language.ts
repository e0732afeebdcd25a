import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { addressIn, type Language } from '#words/languages.ts'
import { PSEUDO, type PseudoLanguage, pseudoDirection, pseudoWords } from './pseudo-words.ts'

const WORDS = fileURLToPath(new URL('../../words', import.meta.url))
const ENGLISH = join(WORDS, 'en') + sep

/** Builds pages in a language: its words take the place of the English ones that pages import. */
export function inLanguage(language: Language): Plugin {
  const own = join(WORDS, language) + sep
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
    transformIndexHtml: (html) =>
      html
        .replace('<html lang="en">', `<html lang="${language}">`)
        .replace('/site.webmanifest', addressIn(language, '/site.webmanifest')),
  }
}

/** For tests: builds English pages in a pseudo-language. */
export function inPseudoLanguage(language: PseudoLanguage): Plugin {
  return {
    name: 'in-pseudo-language',
    enforce: 'pre',
    transform: {
      filter: { id: /\/words\/en\// },
      handler: (code, id) =>
        id.endsWith('/language.ts')
          ? pseudoDirection(code, language)
          : pseudoWords(id, code, language),
    },
    transformIndexHtml: (html) =>
      html.replace(
        '<html lang="en">',
        `<html lang="${language}" dir="${PSEUDO[language].direction}">`,
      ),
  }
}
