import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { PageSpinner } from '#web/components/states/loading.tsx'
import { useOtherLanguages } from '#web/lib/other-languages.ts'
import { addressIn, baseOf, type Language, TRANSLATIONS } from '#words/languages.ts'

/**
 * Shows a page that links of emails open, or leads on to it in the language in which the email was requested.
 * The provider has one address for the links of all languages, but keeps where to continue afterwards.
 */
export function InLinkLanguage({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const continueUrl = new URLSearchParams(search).get('continueUrl')
  const asked = languageOf(continueUrl, window.location.origin)
  const other = useOtherLanguages().find((language) => language === asked)
  useEffect(() => {
    if (other) window.location.replace(addressIn(other, pathname + search))
  }, [other, pathname, search])
  return other ? <PageSpinner /> : children
}

/** The language of the page with that URL; undefined for none, and for pages of other sites. */
export function languageOf(url: string | null, site: string): Language | undefined {
  if (url === null || !URL.canParse(url)) return undefined
  const { origin, pathname } = new URL(url)
  if (origin !== site) return undefined
  const isIn = (language: Language) => `${pathname}/`.startsWith(`${baseOf(language)}/`)
  return TRANSLATIONS.find(isIn) ?? 'en'
}
