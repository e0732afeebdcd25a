import { describe, expect, it, vi } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import type { PublicData } from '#contract/rendering/site-renderer.ts'
import { parseRichText } from '#contract/rich-text/parse-rich-text.ts'
import { FACT_LIST } from '#contract/site/facts.ts'
import type { PublicWords } from '#contract/site/public-words.ts'
import { SECTIONS } from '#contract/site/sections.ts'
import type { SiteSection } from '#contract/site/site.ts'
import { toPublicWords } from '#contract/site/to-public.ts'
import { TODAYS_WORDS } from '#contract/site/todays-words.ts'
import { type Words, withoutFact } from '#contract/site/unconfirmed.ts'
import { findHtmlErrors } from '#web/testing/html-rules.ts'
import { servedPages as pages } from './page-facts.ts'
import { createRenderer } from './server-entry.tsx'

const template = `<!doctype html><html lang="en"><head><!--head--><link rel="stylesheet" href="/assets/public.css"></head>
<body><div id="root"><!--app--></div></body></html>`

const manifest = {
  'fonts/nunito-latin-wght-normal.woff2': { file: 'assets/nunito.woff2' },
  'app/start-app.tsx': { file: 'assets/start-app.js', imports: ['_framework.js'] },
  '_framework.js': { file: 'assets/framework.js', css: ['assets/public.css', 'assets/more.css'] },
}

const doctor = {
  _id: '1',
  name: 'Dr. <b>Amara</b> </script>',
  designation: null,
  specialty: 'Allergy Testing',
  img: '/images/1',
  sources: [],
  facebook: null,
  linkedin: null,
  twitter: null,
}
const hours = { from: 540, to: 1020 }
const clinic = {
  details: DEFAULT_CLINIC,
  week: [[], [hours], [hours], [hours], [hours], [hours], []],
}
const treatment = { _id: '1', name: 'Weight Loss', slots: ['09:00 AM - 09:30 AM'], price: 80 }
const nextTimes = [
  {
    _id: '1',
    name: 'Weight Loss',
    days: [{ date: '2026-06-08', price: 80, slots: treatment.slots }],
  },
  { _id: '2', name: 'Allergy Testing', ages: '0–2 years', days: [] },
]
// 2026-06-06 is a Saturday.
const calendar = { today: '2026-06-06', lastDay: '2026-07-30', closures: ['2026-06-09'] }

function rendererWith(changes: Partial<PublicData> = {}) {
  const data: PublicData = {
    clinic: async () => clinic,
    calendar: async () => calendar,
    team: async () => [doctor],
    treatmentsOn: async () => [treatment],
    nextTimes: async () => nextTimes,
    legalPage: async () => null,
    ...changes,
  }
  return createRenderer({
    template,
    manifest,
    siteUrl: 'https://sprout.example',
    offered: ['en'],
    data,
  })
}

async function show(path: string, search = '', renderer = rendererWith()) {
  const known = await renderer.knownSearch(path, search)
  const html = await renderer.render(path, await renderer.prefetch(path, known))
  // Removes the comments that React puts between texts.
  return html.replaceAll('<!-- -->', '')
}

const bodyOf = (html: string) => /<div id="root".*<\/div>/s.exec(html)?.[0] ?? ''
const dataOf = (html: string) => />([^<]*)<\/script><\/body>/.exec(html)?.[1]

/** The number of forms on each page. */
const FORMS: Record<string, number> = { '/': 2, '/contactus': 1, '/login': 1, '/signup': 1 }

const rendered = pages.filter(({ isServerRendered }) => isServerRendered)

// With stand-ins, and nothing of its own, a site has these pages as specified: docs/requirements.md#home-page.
it.each(['/', '/about', '/contactus'])(
  'the server sends %s to the byte as kept here',
  async (path) => {
    const renderer = rendererWith()
    const html = await renderer.render(path, await renderer.prefetch(path, ''))
    const kept = `./testing/pages${path === '/' ? '/home' : path}.txt`
    await expect(html.replaceAll('><', '>\n<')).toMatchFileSnapshot(kept)
  },
)

describe.each(pages)('the HTML that the server sends of $path', ({ path }) => {
  it('is valid', async () => {
    expect(await findHtmlErrors(await show(path))).toEqual([])
  })
})

describe.each(rendered)('the server-rendered page $path', ({ path }) => {
  it('is complete, with one heading and a link that skips to its content', async () => {
    const body = bodyOf(await show(path))
    expect(body.match(/<h1[ >]/g)).toHaveLength(1)
    for (const part of ['<header', '<main', '<footer', 'href="/login"']) {
      expect(body).toContain(part)
    }
    const [, target] = /<a [^>]*href="#([^"]+)"[^>]*>Skip to content</.exec(body) ?? []
    expect(body).toContain(`<main id="${target}" tabindex="-1"`)
  })

  it('has nothing that the content security policy blocks, and no form that works without scripts', async () => {
    const body = bodyOf(await show(path))
    expect(body).not.toMatch(/<(script|style)| style=| on[a-z]+=/)
    const forms = body.match(/<form[^>]*>/g) ?? []
    expect(forms).toHaveLength(FORMS[path] ?? 0)
    for (const form of forms) expect(form).toContain('method="dialog"')
  })
})

describe('a site with words of its own', () => {
  /** Each fact hidden by an admin. */
  const sections = SECTIONS.map((section) => {
    const facts = FACT_LIST.filter((fact) => fact.section === section)
    const words = facts.reduce<Words>(withoutFact, TODAYS_WORDS[section])
    return { section, version: 1, words: words as never, confirmed: [] } as SiteSection
  })
  const referred = { clinicName: 'Sprout', treatments: () => [], doctors: () => [] }

  const showWith = (own: PublicWords, path: string) => {
    const details = { ...DEFAULT_CLINIC, words: own }
    const none = async () => []
    const lists = { nextTimes: none, team: none, treatmentsOn: none }
    const known = { clinic: async () => ({ ...clinic, details }), ...lists }
    return show(path, '', rendererWith(known))
  }

  it.each(pages.map(({ path }) => path))('says on %s no fact that is hidden', async (path) => {
    const own = Object.assign({}, ...sections.map((section) => toPublicWords(section, referred)))
    const html = (await showWith(own, path)).replaceAll('&amp;', '&')
    const said = FACT_LIST.flatMap(({ says }) => says)
    expect(said.length).toBeGreaterThan(40)
    const shown = said.map((text) => text.replace('{city}', DEFAULT_CLINIC.city))
    expect(shown.filter((text) => html.includes(text))).toEqual([])
    expect(await findHtmlErrors(html)).toEqual([])
  })

  it('has no links without a target once its footer is saved', async () => {
    const footer = { promise: 'We listen.', services: ['Vaccines'] }
    const html = bodyOf(await showWith({ footer }, '/'))
    expect(html).toContain('>Vaccines</span>')
    expect(html).not.toContain('aria-disabled')
    expect(html).not.toMatch(/Careers|Cookie policy|aria-label="Social networks"/)
    expect(bodyOf(await show('/'))).toMatch(/Careers.*Cookie policy/s)
  })

  it('shows them as text, and sends them as data', async () => {
    const title = '<script>alert(1)</script>'
    const html = await showWith({ hero: { eyebrow: 'In {city}', title, text: '' } }, '/')
    expect(bodyOf(html)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;</h1>')
    expect(bodyOf(html)).toContain(`>In ${DEFAULT_CLINIC.city}</p>`)
    expect(bodyOf(html)).toContain('A visit at your child’s pace')
    expect(JSON.parse(dataOf(html) ?? '').clinic.words.hero.title).toBe(title)
  })

  it('shows the clinic’s treatments and doctors instead of the drawn ones', async () => {
    const body = bodyOf(
      await showWith(
        {
          treatments: { title: 'Ours', text: '', treatments: [{ name: 'Ear check' }] },
          team: {
            title: 'Us',
            doctors: [{ name: 'Dr. Kim Park', designation: 'Ears', img: '/images/7' }],
          },
        },
        '/',
      ),
    )
    for (const text of ['Ear check</a>', 'Dr. Kim Park</h3>', 'src="/images/7"']) {
      expect(body).toContain(text)
    }
    expect(body).toContain('<option value="Ear check">')
    for (const text of ['Weight Loss', 'Dr. Amara Okafor', 'Nutrition Treatment']) {
      expect(body).not.toContain(`>${text}<`)
    }
  })
})

it('links to the pages of the public site, except for login pages', () => {
  const { publicPaths } = rendererWith()
  expect(publicPaths).toEqual(expect.arrayContaining(['/', '/doctors', '/times']))
  for (const path of ['/login', '/signup', '/reset-password', '/dashboard']) {
    expect(publicPaths, path).not.toContain(path)
  }
})

describe('a page with data', () => {
  it('shows the data as text, and includes it for the browser', async () => {
    const html = await show('/doctors')
    expect(bodyOf(html)).toContain('Dr. &lt;b&gt;Amara&lt;/b&gt;')
    expect(bodyOf(html)).toContain('src="/images/1"')
    // No text can end the script element.
    expect(JSON.parse(dataOf(html) ?? '')).toEqual({
      clinic: DEFAULT_CLINIC,
      queries: [[['team'], [doctor]]],
    })
  })

  it('says so if there is no data', async () => {
    expect(await show('/doctors', '', rendererWith({ team: async () => [] }))).toContain(
      'will be listed here soon',
    )
  })

  it('is the same text for the same data', async () => {
    const [first, second] = [rendererWith(), rendererWith()]
    vi.setSystemTime(new Date(Date.now() + 60_000))
    expect(await second.prefetch('/doctors', '')).toEqual(await first.prefetch('/doctors', ''))
    vi.useRealTimers()
  })

  it('cannot be loaded if its data cannot be read', async () => {
    const renderer = rendererWith({ team: () => Promise.reject(new Error('no database')) })
    await expect(renderer.prefetch('/doctors', '')).rejects.toThrow('no database')
  })
})

describe('the appointment page', () => {
  it('shows the treatments of the first day that can be booked, for users only', async () => {
    const html = await show('/appointment')
    expect(html).toContain('<div id="root" data-for="user">')
    const body = bodyOf(html)
    expect(body).toContain('Available appointments on Mon, Jun 8, 2026')
    expect(body).toContain('Monday, June 8, 2026, selected')
    expect(body).toContain('1 space Available')
  })

  it.each([
    ['?date=2026-06-10', '?date=2026-06-10', 'Jun 10, 2026'],
    ['?utm_source=mail&date=2026-06-10', '?date=2026-06-10', 'Jun 10, 2026'],
    ['?date=2026-06-09', '?date=2026-06-09', 'That day isn’t available.'],
    ['?date=%3Cscript%3E', '?date=none', 'That day isn’t available.'],
    ['?utm_source=mail', '', 'Jun 8, 2026'],
    ['?child=mia&date=2026-06-10', '?date=2026-06-10', 'Jun 10, 2026'],
    ['?siblings=&child=mia', '', 'Jun 8, 2026'],
  ])('is known at %s as %s', async (asked, known, text) => {
    const renderer = rendererWith()
    expect(await renderer.knownSearch('/appointment', asked)).toBe(known)
    expect(bodyOf(await show('/appointment', asked, renderer))).toContain(text)
  })

  it('is the same for every child', async () => {
    const renderer = rendererWith()
    const bodyAt = async (search: string) => bodyOf(await show('/appointment', search, renderer))
    expect(await bodyAt('?child=mia')).toBe(await bodyAt(''))
  })

  it('says so if no day can be booked', async () => {
    const renderer = rendererWith({
      calendar: async () => ({ ...calendar, lastDay: calendar.today }),
    })
    expect(await show('/appointment', '', renderer)).toContain(
      'No appointments are available right now',
    )
  })
})

describe('the head of a page', () => {
  it('names and describes the page', async () => {
    const html = await show('/about')
    expect(html).toContain('<title>About Us | Sprout</title>')
    expect(html).toContain('<meta name="description" content="Meet the team')
    expect(html).toContain('<link rel="canonical" href="https://sprout.example/about" />')
    expect(html).toContain('property="og:url" content="https://sprout.example/about"')
    expect(html).toContain('property="og:image" content="https://sprout.example/social-card.png"')
  })

  it('describes the clinic’s address and hours for search engines', async () => {
    const html = await show('/')
    const json = /<script type="application\/ld\+json">(.*)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'MedicalClinic',
      address: { streetAddress: clinic.details.street, addressCountry: 'US' },
      openingHoursSpecification: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map(
        (dayOfWeek) => ({ dayOfWeek, opens: '09:00', closes: '17:00' }),
      ),
    })
  })

  it.each(['/login', '/appointment', '/dashboard', '/claim/:token', '*'])(
    'keeps %s out of search engines',
    (path) => {
      const html = rendererWith().shell(path)
      expect(html).toContain('<meta name="robots" content="noindex" />')
      expect(html).not.toContain('canonical')
    },
  )

  it('keeps the link of a claim out of referrers', () => {
    const referrer = '<meta name="referrer" content="no-referrer" />'
    expect(rendererWith().shell('/claim/:token')).toContain(referrer)
    expect(rendererWith().shell('/login')).not.toContain(referrer)
  })

  it('links the stylesheets of its chunks after the stylesheets of every page', async () => {
    const html = await show('/about')
    expect(html.match(/assets\/public\.css/g)).toHaveLength(1)
    expect(html).toContain('href="/assets/more.css" /></head>')
  })
})

describe('the scripts of a page', () => {
  it('are not fetched on the public site before the page is used', async () => {
    expect(await show('/about')).not.toContain('start-app.js')
  })

  it('are fetched after the page is painted, on pages that visitors come to use', async () => {
    const later = /<template id="later">(.*)<\/template>/.exec(await show('/login'))?.[1]
    expect(later).toContain('<link rel="prefetch" crossorigin href="/assets/framework.js"')
  })

  it('are fetched at once for a page that the browser renders', async () => {
    const html = await show('/dashboard')
    expect(html).toContain(
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/start-app.js" />',
    )
    expect(html).toContain(
      '<div id="root" data-for="user" data-shell data-requests="/admin/:email /email-settings /config /appointments?patient=:email">',
    )
    expect(bodyOf(html)).toContain('role="status"')
    expect(bodyOf(html)).toContain('<header')
  })
})

it('lists the public pages for search engines, and excludes the others', async () => {
  const textFiles = await rendererWith().textFiles()
  const listed = [...(textFiles['/sitemap.xml']?.matchAll(/<loc>(.*)<\/loc>/g) ?? [])]
  expect(listed.map(([, url]) => url?.replace('https://sprout.example', ''))).toEqual([
    '/',
    '/about',
    '/reviews',
    '/contactus',
    '/doctors',
    '/times',
  ])
  expect(textFiles['/robots.txt']).toBe(
    'User-agent: *\nDisallow: /appointment\nDisallow: /invitation\nDisallow: /dashboard\n\nSitemap: https://sprout.example/sitemap.xml\n',
  )
})

describe('legal pages', () => {
  const versions = [
    {
      version: 2,
      effectiveOn: '2026-07-01',
      publishedAt: '2026-06-01T00:00:00.000Z',
      state: 'upcoming' as const,
    },
    {
      version: 1,
      effectiveOn: '2026-01-05',
      publishedAt: '2026-01-01T00:00:00.000Z',
      state: 'current' as const,
    },
  ]
  const { blocks: body } = parseRichText('# Your <b>rights</b>\n\nAsk us.')
  const title = 'Notice of Privacy Practices'
  const published = { page: 'notice' as const, title }
  const renderer = rendererWith({
    clinic: async () => ({ ...clinic, details: { ...DEFAULT_CLINIC, legal: [published] } }),
    legalPage: async (page, wanted = 1) => {
      const shown = versions.find(({ version }) => page === 'notice' && version === wanted)
      return shown ? { ...published, ...shown, body, versions } : null
    },
  })
  const isMissing = async (path: string, search = '') =>
    (await renderer.prefetch(path, await renderer.knownSearch(path, search))).isMissing

  it('are shown once they are published, with the day from which they apply', async () => {
    const html = await show('/legal/notice', '', renderer)
    expect(await findHtmlErrors(html)).toEqual([])
    expect(html).toContain(`<title>${title} | Sprout</title>`)
    expect(html).toContain('<link rel="canonical" href="https://sprout.example/legal/notice" />')
    expect(bodyOf(html)).toContain('Version 1, in effect since Jan 5, 2026')
    expect(bodyOf(html)).toContain('Your &lt;b&gt;rights&lt;/b&gt;</h2>')
    expect(bodyOf(html)).toContain('href="/legal/notice?version=2"')
    expect(await isMissing('/legal/notice')).toBe(false)
  })

  it('of another version say so, and lead to the one in effect', async () => {
    const page = bodyOf(await show('/legal/notice', '?version=2&utm_source=x', renderer))
    expect(page).toContain('Version 2, takes effect on Jul 1, 2026')
    expect(page).toContain('This version is not in effect yet.')
    expect(page).toMatch(/href="\/legal\/notice"[^>]*>Read the version in effect</)
  })

  it.each([
    ['/legal/privacy', ''],
    ['/legal/:page', ''],
    ['/legal/notice', '?version=3'],
    ['/legal/notice', '?version=0'],
    ['/legal/notice', '?version=%3Cscript%3E'],
  ])('are not found at %s%s', async (path, search) => {
    expect(await isMissing(path, search)).toBe(true)
    expect(bodyOf(await show(path, search, renderer))).toContain('Page not found')
  })

  it('are one page for all versions that there are not', async () => {
    const known = ['version=3', 'version=x', 'version='].map((search) =>
      renderer.knownSearch('/legal/notice', search),
    )
    expect(new Set(await Promise.all(known))).toEqual(new Set(['?version=0']))
  })

  it('that are not published have the head of a page that is not there', async () => {
    const html = await show('/legal/privacy', '', renderer)
    expect(html).toContain('<title>Page not found | Sprout</title>')
    expect(html).toContain('<meta name="robots" content="noindex" />')
  })

  it('are in the sitemap and in the footer', async () => {
    const { '/sitemap.xml': sitemap } = await renderer.textFiles()
    expect(sitemap).toContain('<loc>https://sprout.example/legal/notice</loc>')
    expect(sitemap).not.toContain('/legal/privacy')
    const footer = /<footer.*<\/footer>/s.exec(await show('/about', '', renderer))?.[0]
    expect(footer).toMatch(/href="\/legal\/notice"[^>]*>Notice of Privacy Practices</)
    expect(footer).not.toContain('Cookie policy')
  })
})

describe('free times', () => {
  it('are shown before the login, each with the address of its booking', async () => {
    const body = bodyOf(await show('/times'))
    expect(body).toMatch(/<h2 [^>]*>Mon, Jun 8(<!-- -->)? · /)
    expect(body).toContain('$80')
    expect(body).toContain(
      'href="/appointment?date=2026-06-08&amp;treatment=1&amp;slot=09%3A00+AM+-+09%3A30+AM"',
    )
    expect(body).toContain('0–2 years')
    expect(body).toContain('Nothing free')
  })

  it('are on the home page, in its hero and on the cards of their treatments', async () => {
    const body = bodyOf(await show('/'))
    expect(body).toMatch(
      /Next free times<\/p><ul><li><a [^>]*href="\/appointment\?[^"]*"[^>]*><strong>Mon, Jun 8, 9:00 AM/,
    )
    expect(
      body.match(
        /<a [^>]*href="\/appointment\?[^"]*"[^>]*><span>Next free: (?:<!-- -->)?Mon, Jun 8, 9:00 AM/g,
      ),
    ).toHaveLength(1)
  })

  it('say that there is nothing to book', async () => {
    const renderer = rendererWith({ nextTimes: async () => [] })
    expect(await show('/times', '', renderer)).toContain('No online appointments right now')
    const home = bodyOf(await show('/', '', renderer))
    expect(home).not.toContain('Next free')
    expect(home).toContain('See free times')
  })

  it('of a link are offered as long as they are free', async () => {
    const time = 'treatment=1&date=2026-06-08&slot=09%3A00 AM - 09%3A30 AM'
    expect(await show('/times', time)).toContain('Book this time')
    const taken = await show('/times', time.replaceAll('09', '08'))
    // Not to users, whose own time it may be.
    expect(taken).toMatch(
      /<div data-signed-out-only="">(?:(?!<\/div>).)*That time is no longer free/,
    )
    expect(taken).toContain('That time is no longer free')
    expect(taken).toContain('href="/appointment?date=2026-06-08&amp;treatment=1&amp;slot=09')
  })

  it.each([
    ['', ''],
    ['treatment=unknown&date=2026-06-08', ''],
    ['treatment=1&date=2030-01-01&slot=09:00 AM - 09:30 AM', '?treatment=1'],
    ['treatment=1&date=2026-06-08&slot=now', '?date=2026-06-08&treatment=1'],
    ['treatment=1&date=2026-06-07', '?treatment=1'],
    [
      'slot=09:00 AM - 09:30 AM&treatment=1&date=2026-06-08&doctor=unknown&utm_source=x',
      '?date=2026-06-08&treatment=1&slot=09%3A00+AM+-+09%3A30+AM',
    ],
  ])('make one page of the address %s', async (search, known) => {
    expect(await rendererWith().knownSearch('/times', search)).toBe(known)
  })
})

describe('the clinic’s details', () => {
  const renamed = {
    ...clinic,
    details: {
      ...DEFAULT_CLINIC,
      name: 'Acorn',
      fullName: 'Acorn <Pediatrics>',
      phone: '+1 212 555 0100',
      dialablePhone: '+12125550100',
      hours: 'Mondays until noon',
      facebook: 'https://facebook.example/acorn',
    },
  }
  const renderer = () => rendererWith({ clinic: async () => renamed })

  it('show a number that cannot be dialed without a link', async () => {
    const details = { ...renamed.details, phone: '555-0142', dialablePhone: null }
    const html = await show(
      '/',
      '',
      rendererWith({ clinic: async () => ({ ...renamed, details }) }),
    )
    expect(html).toContain('"telephone":"555-0142"')
    expect(bodyOf(html)).toContain('555-0142')
    expect(html).not.toContain('tel:')
  })

  it('are on every page: in its title, its head and the data for the browser', async () => {
    const html = await show('/', '', renderer())
    expect(html).toContain('<title>Acorn | Gentle care for children</title>')
    expect(html).toContain('og:site_name" content="Acorn &lt;Pediatrics>"')
    expect(html).toContain('"telephone":"+12125550100"')
    expect(html).toContain('"sameAs":["https://facebook.example/acorn"]')
    expect(bodyOf(html)).toContain('href="tel:+12125550100"')
    expect(bodyOf(html)).toContain('Mondays until noon')
    expect(bodyOf(html)).toContain('<a href="https://facebook.example/acorn"')
    expect(JSON.parse(dataOf(html) ?? '').clinic).toEqual(renamed.details)
  })

  it.each(['/login', '/appointment', '/dashboard'])(
    'are in the notice of %s without scripts',
    async (path) => {
      const notice = /<noscript>(.*)<\/noscript>/.exec(await show(path, '', renderer()))?.[1]
      expect(notice).toContain('This page needs JavaScript. You can also call us: ')
      expect(notice).toContain('href="tel:+12125550100"')
      expect(notice).toContain('>+1 212 555 0100</a>')
    },
  )

  it.each(['/', '/dashboard/agenda'])('are not in such a notice on %s', async (path) => {
    expect(await show(path)).not.toContain('<noscript>')
  })

  it('are in the app shells of the pages that the browser renders', async () => {
    const one = renderer()
    expect(bodyOf(await show('/dashboard', '', one))).toContain('© Acorn &lt;Pediatrics&gt;')
    expect(one.shell('/appointment')).toContain('Acorn &lt;Pediatrics&gt;')
  })
})
