import {
  type ClinicDetails,
  publishedPhone,
  SOCIAL_NETWORKS,
} from '#contract/clinic/clinic-details.ts'
import { legalPath } from '#contract/legal/legal-titles.ts'
import type { PublicClinic } from '#contract/rendering/site-renderer.ts'
import { MINUTES_PER_DAY, WEEKDAYS } from '#contract/schedule/schedule.ts'
import { addressOf } from '../lib/own-path.ts'
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
    title: legal?.find(({ page: name }) => page.path === legalPath(name))?.title ?? NOT_FOUND,
  }),
})

const NOT_FOUND = 'Page not found'

/**
 * The page's own part of `<head>`.
 * @param siteUrl the site's own address without a final slash
 */
export function headOf(page: Page, siteUrl: string, clinic: PublicClinic): string[] {
  const { details } = clinic
  const title = titleOf(titled(page, details), details)
  const description = descriptionOf(page, details)
  const url = `${siteUrl}${addressOf(page.path)}`
  const about = [`<title>${escapeHtml(title)}</title>`, meta('name', 'description', description)]
  if (!isListed(page, details)) {
    const isSecret = page.path.endsWith('/:token')
    const referrer = isSecret ? [meta('name', 'referrer', 'no-referrer')] : []
    return [...about, meta('name', 'robots', 'noindex'), ...referrer]
  }
  return [
    ...about,
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
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

function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`
}

/** `robots.txt` and `sitemap.xml`, by path. */
export function textFiles(
  pages: readonly Page[],
  siteUrl: string,
  clinic: ClinicDetails,
): Record<string, string> {
  const closed = pages.filter(({ access }) => access !== 'everyone')
  const folders = new Set(closed.map(({ path }) => `/${path.split('/')[1]}`))
  return {
    '/robots.txt': [
      'User-agent: *',
      ...[...folders].map((folder) => `Disallow: ${folder}`),
      '',
      `Sitemap: ${siteUrl}/sitemap.xml`,
      '',
    ].join('\n'),
    '/sitemap.xml': [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...pages
        .filter((page) => isListed(page, clinic))
        .map(({ path }) => `  <url><loc>${siteUrl}${path}</loc></url>`),
      '</urlset>',
      '',
    ].join('\n'),
  }
}
