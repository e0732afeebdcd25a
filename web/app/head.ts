import {
  type ClinicDetails,
  publishedPhone,
  SOCIAL_NETWORKS,
} from '#contract/clinic/clinic-details.ts'
import { LEGAL_TITLES, type LegalPageName, legalPath } from '#contract/legal/legal-titles.ts'
import type { PublicClinic } from '#contract/rendering/site-renderer.ts'
import { MINUTES_PER_DAY, WEEKDAYS } from '#contract/schedule/schedule.ts'
import { LANGUAGE, LOCALE } from '#words/en/language.ts'
import { pageNotFound } from '#words/en/site/pages.ts'
import { addressIn, type Language } from '#words/languages.ts'
import { isReviewed } from '#words/reviews.ts'
import { translateAll } from '../lib/own-words.tsx'
import { descriptionOf } from './page-facts.ts'
import { type Page, titleOf } from './pages.ts'

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Whether search engines may list the page: legal pages once they are published. */
const isListed = ({ area, path }: Page, { legal = [] }: ClinicDetails) =>
  area === 'site' &&
  path !== '*' &&
  (!path.startsWith('/legal/') || legal.some(({ page }) => path === legalPath(page)))

/** The clinic as schema.org's `MedicalClinic`, for search results with hours and address. */
function clinicJsonLd(siteUrl: string, { details, week }: PublicClinic): string {
  const { fullName, email, street, city, region, postalCode, country } = details
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'MedicalClinic',
    name: fullName,
    url: `${siteUrl}/`,
    image: `${siteUrl}/social-card.png`,
    telephone: publishedPhone(details),
    email,
    medicalSpecialty: 'Pediatric',
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: city,
      addressRegion: region,
      postalCode,
      addressCountry: country,
    },
    sameAs: SOCIAL_NETWORKS.map(([key]) => details[key]).filter((url) => url !== ''),
    openingHoursSpecification: week.flatMap((spans, weekday) =>
      spans.map(({ from, to }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: WEEKDAYS[weekday],
        opens: clockTime(from),
        closes: clockTime(to),
      })),
    ),
  }
  return scriptSafe(JSON.stringify(facts))
}

/** A minute of the day as schema.org writes it: '09:00'; the end of the day is its last minute. */
function clockTime(minute: number): string {
  const shown = Math.min(minute, MINUTES_PER_DAY - 1)
  const parts = [Math.floor(shown / 60), shown % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** JSON that cannot close its script element. */
export const scriptSafe = (json: string) => json.replaceAll('<', '\\u003c')

/** The page with the title under which it was published, for legal pages. */
const titled = (page: Page, { legal }: ClinicDetails): Page => ({
  ...page,
  ...(page.path.startsWith('/legal/') && {
    title: titleOfLegal(legal?.find(({ page: name }) => page.path === legalPath(name))?.page),
  }),
})

/** The details with the translations of what the clinic wrote. */
function inOwnLanguage({ details, translations = {} }: PublicClinic): ClinicDetails {
  const { tagline, words } = details
  return { ...details, ...translateAll({ tagline, ...(words && { words }) }, translations) }
}

const titleOfLegal = (page: LegalPageName | undefined) => (page ? LEGAL_TITLES[page] : pageNotFound)

interface Site {
  /** The site's own address without a final slash. */
  siteUrl: string
  /** The languages in which it is offered. */
  offered: readonly Language[]
}

/** The languages that search engines may list: those whose words are reviewed. */
const listedOf = ({ offered }: Site) => offered.filter(isReviewed)

const urlIn = ({ siteUrl }: Site, language: Language, path: string) =>
  siteUrl + addressIn(language, path)

/** The page's own part of `<head>`. */
export function headOf(page: Page, site: Site, clinic: PublicClinic): string[] {
  const { siteUrl } = site
  const details = inOwnLanguage(clinic)
  const title = titleOf(titled(page, details), details)
  const description = descriptionOf(page, details)
  const url = urlIn(site, LANGUAGE, page.path)
  const about = [`<title>${escapeHtml(title)}</title>`, meta('name', 'description', description)]
  if (!isListed(page, details) || !isReviewed(LANGUAGE)) {
    const isSecret = page.path.endsWith('/:token')
    const referrer = isSecret ? [meta('name', 'referrer', 'no-referrer')] : []
    return [...about, meta('name', 'robots', 'noindex'), ...referrer]
  }
  return [
    ...about,
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    ...alternatesOf(page, site),
    meta('property', 'og:url', url),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', details.fullName),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:image', `${siteUrl}/social-card.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
    `<script type="application/ld+json">${clinicJsonLd(siteUrl, clinic)}</script>`,
  ]
}

/** The page's addresses in all languages, for search engines; none if they list one language only. */
function alternateUrls(path: string, site: Site): (readonly [language: string, url: string])[] {
  const listed = listedOf(site)
  if (listed.length < 2) return []
  return listed.map((language) => [language, urlIn(site, language, path)])
}

function alternatesOf({ path }: Page, site: Site): string[] {
  const urls = alternateUrls(path, site)
  if (urls.length === 0) return []
  return [
    ...[...urls, ['x-default', urlIn(site, 'en', path)]].map(
      ([language, url = '']) =>
        `<link rel="alternate" hreflang="${language}" href="${escapeHtml(url)}" />`,
    ),
    meta('property', 'og:locale', LOCALE.replace('-', '_')),
  ]
}

function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`
}

/** `robots.txt` and `sitemap.xml`, by path. */
export function textFiles(
  pages: readonly Page[],
  site: Site,
  clinic: ClinicDetails,
): Record<string, string> {
  const { siteUrl, offered } = site
  const closed = pages.filter(({ access }) => access !== 'everyone')
  const folders = new Set(closed.map(({ path }) => `/${path.split('/')[1]}`))
  const disallowed = offered.flatMap((language) =>
    [...folders].map((folder) => `Disallow: ${addressIn(language, folder)}`),
  )
  const listed = listedOf(site)
  const alternates = (path: string) =>
    alternateUrls(path, site)
      .map(
        ([language, url]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`,
      )
      .join('')
  const namespaces = [
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
    ...(listed.length < 2 ? [] : ['xmlns:xhtml="http://www.w3.org/1999/xhtml"']),
  ]
  return {
    '/robots.txt': ['User-agent: *', ...disallowed, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join(
      '\n',
    ),
    '/sitemap.xml': [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<urlset ${namespaces.join(' ')}>`,
      ...listed.flatMap((language) =>
        pages
          .filter((page) => isListed(page, clinic))
          .map(
            ({ path }) =>
              `  <url><loc>${urlIn(site, language, path)}</loc>${alternates(path)}</url>`,
          ),
      ),
      '</urlset>',
      '',
    ].join('\n'),
  }
}
