import type { PageMeta } from '../../web/app/pages.ts'

/** What the head needs to know about the clinic; the shape of `web/lib/clinic.ts`. */
export interface ClinicFacts {
  name: string
  fullName: string
  tagline: string
  email: string
  phone: { link: string }
  address: { street: string; city: string; region: string; postalCode: string; country: string }
  opens: string
  closes: string
}

interface HeadOptions {
  clinic: ClinicFacts
  page: PageMeta
  /** The site's own address without a final slash. */
  siteUrl: string
  /** Whether search engines shall list the page. */
  listed: boolean
  /** `<link>` elements for what the page needs first. */
  links: readonly string[]
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The clinic as schema.org's `MedicalClinic`, for search results with hours and address. */
function clinicJsonLd(clinic: ClinicFacts, siteUrl: string): string {
  const { street, city, region, postalCode, country } = clinic.address
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'MedicalClinic',
    name: clinic.fullName,
    url: `${siteUrl}/`,
    image: `${siteUrl}/social-card.png`,
    telephone: clinic.phone.link.replace('tel:', ''),
    email: clinic.email,
    medicalSpecialty: 'Pediatric',
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: city,
      addressRegion: region,
      postalCode,
      addressCountry: country,
    },
    openingHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: clinic.opens,
      closes: clinic.closes,
    },
  }
  // `<` would let a text end the script element.
  return JSON.stringify(facts).replaceAll('<', '\\u003c')
}

/** The page's part of `<head>`. */
export function head({ clinic, page, siteUrl, listed, links }: HeadOptions): string {
  const title = page.name ? `${page.name} | ${clinic.name}` : `${clinic.name} | ${clinic.tagline}`
  const address = `${siteUrl}${page.path}`
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', page.description),
  ]
  if (listed) {
    tags.push(
      `<link rel="canonical" href="${escapeHtml(address)}" />`,
      meta('property', 'og:url', address),
      meta('property', 'og:type', 'website'),
      meta('property', 'og:site_name', clinic.fullName),
      meta('property', 'og:title', title),
      meta('property', 'og:description', page.description),
      meta('property', 'og:image', `${siteUrl}/social-card.png`),
      meta('property', 'og:image:width', '1200'),
      meta('property', 'og:image:height', '630'),
      meta('name', 'twitter:card', 'summary_large_image'),
      `<script type="application/ld+json">${clinicJsonLd(clinic, siteUrl)}</script>`,
    )
  } else {
    tags.push(meta('name', 'robots', 'noindex'))
  }
  return [...tags, ...links].join('\n    ')
}

function meta(kind: 'name' | 'property', key: string, content: string) {
  return `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`
}
