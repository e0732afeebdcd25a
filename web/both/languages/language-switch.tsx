import { useLocation } from 'react-router-dom'
import { useOtherLanguages } from '#web/lib/other-languages.ts'
import { routerPath } from '#web/lib/own-path.ts'
import { addressIn } from '#words/languages.ts'
import { SEE_IN } from '#words/see-in.ts'

/** Links to this page in the other languages; nothing if there are none. */
export function LanguageSwitch({ className }: { className?: string }) {
  const { pathname } = useLocation()
  return useOtherLanguages().map((language) => (
    <a
      key={language}
      href={addressIn(language, pathname)}
      lang={language}
      hrefLang={language}
      className={`inline-flex min-h-11 items-center font-semibold hover:underline ${className ?? ''}`}
      // Pages keep what is chosen in the address, without the router: it is read when the link is followed.
      onClick={({ currentTarget }) => {
        const { pathname, search, hash } = window.location
        currentTarget.href = addressIn(language, routerPath(pathname) + search + hash)
      }}
    >
      {SEE_IN[language]}
    </a>
  ))
}
