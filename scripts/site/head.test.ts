import { describe, expect, it } from 'vitest'
import { clinic } from '../../web/lib/clinic.ts'
import { head } from './head.ts'

const page = { path: '/about', name: 'About "Us"', description: 'Kind & <calm>' }
const siteUrl = 'https://sprout.example'
const make = (listed = true) =>
  head({ clinic, page, siteUrl, listed, links: ['<link rel="preload" href="/font" />'] })

describe('the head of a page', () => {
  it('names the page and the clinic, and cannot be broken out of', () => {
    const html = make()
    expect(html).toContain('<title>About &quot;Us&quot; | Sprout</title>')
    expect(html).toContain('<meta name="description" content="Kind &amp; &lt;calm>" />')
    expect(html).toContain('<link rel="preload" href="/font" />')
  })

  it('says where the page is', () => {
    const html = make()
    expect(html).toContain('<link rel="canonical" href="https://sprout.example/about" />')
    expect(html).toContain('property="og:url" content="https://sprout.example/about"')
    expect(html).toContain('property="og:image" content="https://sprout.example/social-card.png"')
  })

  it('tells search engines where the clinic is and when it is open', () => {
    const json = /<script type="application\/ld\+json">(.*)<\/script>/.exec(make())?.[1] ?? ''
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'MedicalClinic',
      address: { streetAddress: clinic.address.street, addressCountry: 'US' },
      openingHoursSpecification: { opens: '09:00', closes: '17:00' },
    })
  })

  it('keeps the screens behind the login out of search engines', () => {
    const html = make(false)
    expect(html).toContain('<meta name="robots" content="noindex" />')
    expect(html).not.toContain('canonical')
  })
})
