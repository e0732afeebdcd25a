import { describe, expect, test } from 'vitest'
import type { OpeningState } from '#contract/opening/opening.ts'
import { FACT_LIST } from '#contract/site/facts.ts'
import { SECTIONS, type Section } from '#contract/site/sections.ts'
import type { SiteSection, SiteState } from '#contract/site/site.ts'
import { TODAYS_WORDS } from '#contract/site/todays-words.ts'
import { type Words, withoutFact } from '#contract/site/unconfirmed.ts'
import { OWN_WORDS, writeOwnWords } from '#domain/site/testing/own-words.ts'
import { FIREBASE, MAIL, STRIPE } from '#domain/testing/settings.ts'
import { listSiteTexts } from '#drizzle/queries/schedule/site-texts.ts'
import { clinicSettings, doctors, siteTexts, treatments } from '#drizzle/schema/index.ts'
import { seedDatabase } from '#drizzle/seed/seed.ts'
import { migratedDatabase } from '#drizzle/testing/migrated-database.ts'
import { eventsOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { buildTestApp, changeClinic, signInAdmin, withoutChange } from '#server/testing/test-app.ts'

// docs/requirements.md#words-of-the-website

async function start(options?: Parameters<typeof buildTestApp>[0]) {
  const api = await buildTestApp(options)
  const admin = await signInAdmin(api)
  const read = async (): Promise<SiteState> => (await admin.get('/site')).json()
  const find = async (section: Section): Promise<SiteSection> => {
    const found = (await read()).sections.find((one) => one.section === section)
    if (!found) throw new Error(`No section ${section}`)
    return found
  }
  const save = async (section: Section, words: Words, more: object = {}) => {
    const { version } = await find(section)
    const change = { section, words, confirmed: [], version, ...more }
    return admin.call('PUT', `/site/${section}`, change)
  }
  const readPublic = async () => (await api.app.inject('/clinic')).json().words
  return { api, admin, read, find, save, readPublic }
}

const REAL = { ...FIREBASE, ...STRIPE, ...MAIL }

/** A new site with real providers, on which only the words of the website are missing. */
async function startReal() {
  const db = migratedDatabase()
  seedDatabase(db, NOW, { isReal: true })
  const site = await start({ db, env: REAL })
  db.update(treatments).set({ sample: false }).run()
  db.update(doctors).set({ sample: false }).run()
  await changeClinic(site.api, {
    fullName: 'Meadow Pediatrics',
    phone: '(503) 555-0177',
    email: 'hello@meadow.example',
    street: '1 Meadow Road',
  })
  const readOpening = async (): Promise<OpeningState> => (await site.admin.get('/opening')).json()
  const open = async () => {
    const { version } = await readOpening()
    return site.admin.call('POST', '/opening', { state: 'open', version })
  }
  return { ...site, db, readOpening, open }
}

test('a site with stand-ins says what it says today, and confirms nothing', async () => {
  const { read, readPublic } = await start()
  const { sections, facts } = await read()
  expect(sections).toEqual(
    SECTIONS.map((section) => ({
      section,
      version: 0,
      words: TODAYS_WORDS[section],
      confirmed: [],
    })),
  )
  expect(facts).toEqual([])
  expect(await readPublic()).toBeUndefined()
})

describe('words that an admin saves', () => {
  test('are public at once, with an event, and without what is for admins only', async () => {
    const { api, save, readPublic } = await start()
    for (const section of SECTIONS) {
      expect((await save(section, OWN_WORDS[section])).status).toBe(200)
      expect(eventsOf(api.db, section).map(({ kind, data }) => ({ kind, data }))).toEqual([
        { kind: 'site.changed', data: { version: 1 } },
      ])
    }
    const words = await readPublic()
    expect(words).toMatchObject({
      hero: { eyebrow: 'Pediatrics in {city}', title: 'Welcome', text: '' },
      statistics: [{ figure: '3', label: 'doctors' }],
      testimonials: [{ name: 'Rosa M.', location: 'Mother of two', details: 'They listen.' }],
      team: { title: 'Our doctors', doctors: [] },
      footer: { promise: '', services: [] },
    })
    expect(words.treatments.treatments).toHaveLength(6)
    const [heading, paragraph, list] = words.about.story
    expect(heading.line.spans).toEqual(['Since 2020'])
    expect(paragraph.line.spans).toEqual(['Sprout is a small practice.'])
    expect(list.items[0].spans).toEqual([{ text: 'Free times', href: '/times' }])
    for (const secret of ['Staff list', 'Rosa Marin', '2027-01-04']) {
      expect(JSON.stringify(words)).not.toContain(secret)
    }
  })

  test('are saved once, also when they are sent again with the new version', async () => {
    const { api, find, save } = await start()
    await save('hero', OWN_WORDS.hero)
    await withoutChange(api, async () => {
      expect((await save('hero', OWN_WORDS.hero)).body).toEqual(await find('hero'))
    })
  })

  test('are refused when another admin was first', async () => {
    const { api, find, save } = await start()
    await save('hero', OWN_WORDS.hero)
    const words = { ...OWN_WORDS.hero, title: 'Other' }
    await withoutChange(api, async () => {
      const late = await save('hero', words, { version: 0 })
      expect(late).toMatchObject({
        status: 409,
        body: { code: 'stale', current: await find('hero') },
      })
    })
  })

  test('are of the section in the address', async () => {
    const { api, admin } = await start()
    const change = { section: 'hero', words: OWN_WORDS.hero, confirmed: [], version: 0 }
    await withoutChange(api, async () => {
      expect((await admin.call('PUT', '/site/care', change)).body.code).toBe('other_section')
      expect((await admin.call('PUT', '/site/news', change)).status).toBe(400)
    })
  })

  test('have no permission of a day in the future', async () => {
    const { api, save } = await start()
    const [testimonial] = OWN_WORDS.testimonials.testimonials
    const testimonials = [{ ...testimonial, permissionSince: '2027-03-02' }]
    await withoutChange(api, async () => {
      expect((await save('testimonials', { testimonials })).body.code).toBe('future')
    })
  })

  test('of testimonials are kept in their newest version only', async () => {
    const { api, save, readPublic } = await start()
    await save('testimonials', OWN_WORDS.testimonials)
    await save('statistics', OWN_WORDS.statistics)
    await save('testimonials', { testimonials: [] })
    expect((await readPublic()).testimonials).toEqual([])
    const rows = api.db.select().from(siteTexts).all()
    expect(JSON.stringify(rows)).not.toContain('Rosa')
    expect(rows.map(({ section, version, body }) => [section, version, body !== null])).toEqual([
      ['testimonials', 1, false],
      ['statistics', 1, true],
      ['testimonials', 2, true],
    ])
  })
})

test('saved words never change: the database refuses it', async () => {
  const { api, save } = await start()
  await save('hero', OWN_WORDS.hero)
  await save('testimonials', OWN_WORDS.testimonials)
  const refuse = (sql: string) =>
    expect(() => api.db.$client.exec(sql), sql).toThrow('site_text:immutable')
  refuse(`UPDATE site_texts SET body = '{}' WHERE section = 'hero'`)
  refuse('UPDATE site_texts SET written_at = 0')
  refuse(`UPDATE site_texts SET body = NULL WHERE section = 'testimonials'`)
  refuse('DELETE FROM site_texts')
  refuse(`INSERT OR REPLACE INTO site_texts VALUES ('hero', 1, '{}', '[]', 0)`)
  refuse(`INSERT INTO site_texts VALUES ('care', 2, '{}', '[]', 0)`)
  expect(listSiteTexts(api.db)).toHaveLength(2)
})

describe('a new site with real providers', () => {
  test('opens once each fact is written, confirmed or hidden', async () => {
    const { api, read, save, readOpening, open } = await startReal()
    const labels = FACT_LIST.map(({ label }) => label)
    expect((await read()).facts).toEqual(FACT_LIST)
    const refused = await withoutChange(api, open)
    expect(refused).toMatchObject({ status: 409, body: { code: 'facts' } })
    for (const label of labels) expect(refused.body.message).toContain(label)
    expect((await readOpening()).facts.map(({ label }) => label).sort()).toEqual(labels.sort())

    for (const section of SECTIONS) {
      const facts = FACT_LIST.filter((fact) => fact.section === section)
      const [first, ...others] = facts
      // One is confirmed where that is possible, the others are hidden.
      const isProven = section === 'statistics' || section === 'testimonials'
      const hidden = (isProven ? facts : others).reduce<Words>(withoutFact, TODAYS_WORDS[section])
      const confirmed = !isProven && first ? [first.fact] : []
      expect((await open()).body.code).toBe('facts')
      expect((await save(section, hidden, { confirmed })).status).toBe(200)
    }
    expect((await readOpening()).facts).toEqual([])
    expect(await open()).toMatchObject({ status: 200, body: { state: 'open' } })
  })

  test('keeps facts settled once it is open', async () => {
    const { api, db, save, open } = await startReal()
    writeOwnWords(db, NOW)
    expect((await open()).status).toBe(200)
    await withoutChange(api, async () => {
      const refused = await save('why', TODAYS_WORDS.why)
      expect(refused).toMatchObject({ status: 409, body: { code: 'facts' } })
      expect(refused.body.message).toContain('How long families wait, What is under one roof')
    })
    expect((await save('why', TODAYS_WORDS.why, { confirmed: ['wait', 'roof'] })).status).toBe(200)
  })
})

test('an open site from before says what it said, and lists each fact to its admins', async () => {
  const { api, admin, readPublic, save } = await start({ env: REAL })
  expect(api.db.select().from(clinicSettings).get()?.openState).toBe('open')
  expect(await readPublic()).toBeUndefined()
  const { website, facts } = (await admin.get('/todo/setup')).json()
  expect(website).toBe(false)
  expect(facts).toHaveLength(FACT_LIST.length)
  // One at a time.
  expect((await save('why', TODAYS_WORDS.why, { confirmed: ['wait'] })).status).toBe(200)
  const left: { fact: string }[] = (await admin.get('/todo/setup')).json().facts
  expect(left.map(({ fact }) => fact)).not.toContain('wait')
  expect(left).toHaveLength(FACT_LIST.length - 1)
})
