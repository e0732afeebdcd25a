import '#web/styles/print.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { addressLine } from '#contract/clinic/clinic-details.ts'
import { formats } from '#contract/formats/formats.ts'
import type { LegalPage as Legal, LegalVersion } from '#contract/legal/legal-pages.ts'
import {
  isLegalPage,
  LEGAL_TITLES,
  type LegalPageName,
  legalPath,
} from '#contract/legal/legal-titles.ts'
import { RichText } from '#web/both/rich-text/rich-text.tsx'
import { Breadcrumb } from '#web/components/breadcrumb.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { PageSpinner } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { InlineLink, TextButton } from '#web/components/text-link.tsx'
import NotFoundPage from '#web/family/not-found/not-found-page.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { LANGUAGE } from '#words/en/language.ts'
import * as words from '#words/en/site/legal.ts'
import { pageNotFound } from '#words/en/site/pages.ts'
import { addressIn } from '#words/languages.ts'
import { legalPageOptions, versionIn } from './legal-query.ts'

/** A legal page that the clinic has published: docs/requirements.md#legal-pages. */
export default function LegalPage() {
  const { page = '' } = useParams()
  return isLegalPage(page) ? <PublishedPage page={page} /> : <UnknownPage />
}

function UnknownPage() {
  useDocumentTitle(null)
  return <NotFoundPage />
}

/** Sets the title that the server also writes; it does not change while the page is loading. */
function useDocumentTitle(page: Legal | null | undefined) {
  const { name } = useClinic()
  useEffect(() => {
    if (page !== undefined)
      document.title = `${page ? LEGAL_TITLES[page.page] : pageNotFound} | ${name}`
  }, [page, name])
}

function PublishedPage({ page }: { page: LegalPageName }) {
  const [search] = useSearchParams()
  const query = useQuery(legalPageOptions(page, versionIn(search)))
  useDocumentTitle(query.data)
  if (query.data === null) return <NotFoundPage />
  if (query.data) return <Version {...query.data} />
  if (!query.isLoadingError) return <PageSpinner />
  return (
    <div className="shell pt-6 pb-20">
      <LoadError title={words.notLoaded} query={query} />
    </div>
  )
}

function Version({ page, body, translations, versions, ...shown }: Legal) {
  const title = LEGAL_TITLES[page]
  const clinic = useClinic()
  const present = versions.find(({ state }) => state === 'current')
  return (
    <div className="printed-letter shell pt-6 pb-20">
      <div className="print:hidden">
        <Breadcrumb here={title} />
      </div>
      <article className="max-w-3xl">
        <p className="hidden print:block">
          {clinic.fullName}, {addressLine(clinic)}, {clinic.phone}
        </p>
        <PageTitle className="mt-4">{title}</PageTitle>
        <p className="mt-4 text-muted">{describeVersion(shown)}</p>
        <TextButton onClick={() => window.print()}>{words.print}</TextButton>
        {shown.state !== 'current' && present && (
          <p className="mt-4 bg-honey px-4 py-3 font-bold">
            {shown.state === 'former' ? words.isFormer : words.isUpcoming}{' '}
            <InlineLink to={legalPath(page)}>{words.readCurrent}</InlineLink>
          </p>
        )}
        <Text page={page} version={shown.version} body={body} translations={translations} />
      </article>
      {versions.length > 1 && (
        <section aria-labelledby="versions" className="mt-10 print:hidden">
          <h2 id="versions" className="text-xl">
            {words.allVersions}
          </h2>
          <ul className="mt-2 list-disc ps-6">
            {versions.map((version) => (
              <li key={version.version}>
                <InlineLink
                  to={`${legalPath(page)}?version=${version.version}`}
                  aria-current={version.version === shown.version ? 'page' : undefined}
                >
                  {describeVersion(version)}
                </InlineLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** The text of a version in the page's language; in English if the clinic has not translated it. */
function Text({
  page,
  version,
  body,
  translations = [],
}: Pick<Legal, 'page' | 'version' | 'body' | 'translations'>) {
  if (LANGUAGE === 'en') return <RichText text={body} />
  const translation = translations.find(({ language }) => language === LANGUAGE)
  if (!translation) {
    return (
      <>
        <p className="mt-4 font-bold">{words.onlyInEnglish}</p>
        <div lang="en">
          <RichText text={body} />
        </div>
      </>
    )
  }
  return (
    <>
      <p className="mt-4">
        {words.isTranslation}{' '}
        <a
          href={`${addressIn('en', legalPath(page))}?version=${version}`}
          hrefLang="en"
          className="font-bold underline underline-offset-4 print:hidden"
        >
          {words.readInEnglish}
        </a>
      </p>
      <RichText text={translation.body} />
    </>
  )
}

/** 'Version 2, in effect since Jan 5, 2027' */
function describeVersion({
  version,
  state,
  effectiveOn,
}: Omit<LegalVersion, 'publishedAt'>): string {
  return words.describeVersion[state](version, formats.day(effectiveOn))
}
