import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { ownPathOf } from '#web/both/sign-in/origin.ts'
import { PageSpinner } from '#web/components/states/loading.tsx'
import { useOtherLanguages } from '#web/lib/other-languages.ts'
import { LANGUAGE } from '#words/en/language.ts'
import { addressIn, isLanguage, type Language } from '#words/languages.ts'
import { readAddress } from '#words/read-address.ts'

/**
 * Shows a page that links of emails open, or leads on to it in the language in which the email was requested.
 * The provider has one address for the links of all languages, which is in English, but keeps where to continue
 * afterwards.
 */
export function InLinkLanguage({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const asked = askedLanguage(search, window.location.origin)
  const other = useOtherLanguages().find((language) => language === asked)
  // A page in another language was led to, or chosen by the user.
  const isLeft = LANGUAGE === 'en' && other !== undefined
  useEffect(() => {
    if (!isLeft) return
    window.location.replace(addressIn(other, pathname + withoutLanguage(search)))
  }, [isLeft, other, pathname, search])
  return isLeft ? <PageSpinner /> : children
}

/**
 * The language of the page on which the email was requested, or of the email: the provider sends some emails
 * itself.
 */
export function askedLanguage(search: string, site: string): Language | undefined {
  const parameters = new URLSearchParams(search)
  const url = parameters.get('continueUrl')
  if (url !== null && URL.canParse(url)) {
    const { origin, pathname } = new URL(url)
    if (origin === site) return readAddress(pathname).language
  }
  const lang = parameters.get('lang')
  return url === null && isLanguage(lang) ? lang : undefined
}

/** Without what names a language, so that users can read the page in English, too. */
function withoutLanguage(search: string): string {
  const parameters = new URLSearchParams(search)
  parameters.delete('lang')
  const path = ownPathOf(parameters.get('continueUrl'), window.location.origin)
  if (path !== undefined) parameters.set('continueUrl', path)
  return `?${parameters}`
}
