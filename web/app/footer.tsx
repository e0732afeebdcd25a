import { Link } from 'react-router-dom'
import { LEGAL_TITLES } from '#contract/legal/legal-titles.ts'
import { FOOTER } from '#contract/site/footer-words.ts'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import * as words from '#words/en/frame.ts'
import { callWithQuestions } from '#words/en/frame-sentences.tsx'
import { LanguageSwitch } from '../both/languages/language-switch.tsx'
import { PlaceholderLink, SocialLinks } from '../components/brand/social-links.tsx'
import { SproutMark } from '../components/brand/sprout-mark.tsx'
import { useClinic } from '../lib/clinic.tsx'
import { textOf, useOwnTexts } from '../lib/own-words.tsx'

const LOOK = 'inline-flex min-h-11 items-center opacity-90 md:min-h-9'

/**
 * The public site's footer. Until an admin has saved its words, links of its columns have no targets
 * (docs/requirements.md#home-page), except those to published legal pages.
 */
export function Footer() {
  const clinic = useClinic()
  const own = useOwnTexts(clinic.words?.footer)
  const { promise, services } = own ?? FOOTER
  const columns = {
    [words.services]: services,
    [words.company]: own ? [] : [words.ourStory, words.careers, words.news, words.forSchools],
    [words.legal]:
      own && !clinic.legal ? [] : [words.termsOfUse, words.privacyPolicy, words.cookiePolicy],
  }
  return (
    <footer className="bg-neutral text-neutral-content">
      <div className="shell grid two-columns gap-x-4 gap-y-4 py-8 md:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="grid content-start gap-2 max-md:order-last">
          <p className="flex items-center gap-2 text-2xl font-extrabold">
            <SproutMark />
            {clinic.name}
          </p>
          <p className="max-w-xs opacity-90">{promise}</p>
          <p>
            <TextLink to="/times">{words.freeTimes}</TextLink>
          </p>
          <LanguageSwitch />
          <div className="-ms-3">
            <SocialLinks />
          </div>
        </div>
        {Object.entries(columns).map(
          ([title, links]) =>
            links[0] && (
              <div key={title}>
                <h2 className="text-lg">{title}</h2>
                <ul className="mt-1">
                  {title === words.legal && clinic.legal
                    ? clinic.legal.map(({ page }) => (
                        <li key={page}>
                          <Link to={`/legal/${page}`} className={LOOK}>
                            {LEGAL_TITLES[page]}
                          </Link>
                        </li>
                      ))
                    : links.map((link) => (
                        <li key={textOf(link)}>
                          {own ? (
                            <span className={LOOK}>{link}</span>
                          ) : (
                            <PlaceholderLink className={LOOK}>{link}</PlaceholderLink>
                          )}
                        </li>
                      ))}
                </ul>
              </div>
            ),
        )}
      </div>
      <div className="shell">
        <p className="border-t border-neutral-content/15 py-4 text-sm opacity-90">
          © {clinic.fullName}
        </p>
      </div>
    </footer>
  )
}

/** The footer of account pages. */
export function SlimFooter() {
  const clinic = useClinic()
  return (
    <footer className="shell flex flex-wrap justify-between gap-x-6 gap-y-1 py-8 text-sm text-muted">
      <p>© {clinic.fullName}</p>
      <LanguageSwitch className="-my-3" />
      <p>{callWithQuestions(<PhoneLink of={clinic} className="font-bold" />)}</p>
    </footer>
  )
}
