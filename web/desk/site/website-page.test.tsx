import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { FACT_LIST } from '#contract/site/facts.ts'
import { SECTIONS, type Section } from '#contract/site/sections.ts'
import type { SiteSection, SiteState } from '#contract/site/site.ts'
import { TODAYS_WORDS } from '#contract/site/todays-words.ts'
import { hasUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import type { PreviewProps } from './site-api.ts'
import { WebsitePage } from './website-page.tsx'

let server: ReturnType<typeof fakeServer>
let site: SiteState

beforeEach(() => {
  const sections = SECTIONS.map(
    (section) =>
      ({ section, version: 0, words: TODAYS_WORDS[section], confirmed: [] }) as SiteSection,
  )
  site = { sections, facts: [...FACT_LIST], treatments: [], doctors: [] }
  server = fakeServer()
  server.answers['GET /site'] = () => Response.json(site)
})

const answerTo = (section: Section) => `PUT /site/${section}`

/** Saves as the server does. */
function accept(section: Section) {
  server.answers[answerTo(section)] = ({ body }) => {
    const change = body as SiteSection
    return Response.json({ ...change, version: change.version + 1 })
  }
}

const sent = (section: Section) => server.callsOf('PUT', `/site/${section}`).at(-1)?.body

const Preview = ({ words }: PreviewProps) => <output>{JSON.stringify(words)}</output>
const Page = () => <WebsitePage Preview={Preview} />

async function open(section: Section) {
  const { user } = openAdminPage(
    `/dashboard/website/${section}`,
    Page,
    undefined,
    '/dashboard/website/:section?',
  )
  await screen.findByRole('button', { name: 'Save changes' })
  return {
    async type(label: string, text: string) {
      const field = screen.getByLabelText(label)
      await user.clear(field)
      // Braces are keys to user-event.
      await user.type(field, text.replaceAll('{', '{{'))
    },
    press: (name: string) => user.click(screen.getByRole('button', { name })),
  }
}

it('says what the site came with and counts what is not confirmed, of each section', async () => {
  await open('why')
  const sections = within(screen.getByRole('navigation', { name: 'Sections' }))
  expect(sections.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Top of the home page (1)',
    'How we care (1)',
    'Treatments (1)',
    'Why choose us (2)',
    'Figures (4)',
    'Testimonials (3)',
    'Our doctors (1)',
    'About and contact page (7)',
    'Foot of each page (1)',
  ])
  expect(
    screen.getByText(/Most families wait less than 10 minutes/, { selector: 'p' }),
  ).toBeVisible()
})

it('marks nothing with stand-ins', async () => {
  site = { ...site, facts: [] }
  await open('why')
  expect(screen.queryByText('Not confirmed')).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Why choose us' })).toBeVisible()
})

it('uses today’s words with one press', async () => {
  accept('why')
  const { press } = await open('why')
  await press('Use these words')
  expect(await screen.findByText('The words are saved')).toBeVisible()
  expect(sent('why')).toEqual({
    section: 'why',
    words: TODAYS_WORDS.why,
    confirmed: ['wait', 'roof'],
    version: 0,
  })
  expect(screen.queryByText('Not confirmed')).not.toBeInTheDocument()
})

it('hides one fact and confirms another, once both are saved', async () => {
  accept('why')
  const { press } = await open('why')
  await press('Hide How long families wait')
  await press('Confirm What is under one roof')
  expect(sent('why')).toBeUndefined()
  expect(hasUnsavedChanges()).toBe(true)
  expect(screen.getByText('Unsaved changes')).toBeVisible()
  expect(screen.getByText(/"reasons"/)).not.toHaveTextContent('10 minutes')
  await press('Save changes')
  await screen.findByText('The words are saved')
  const { title, reasons } = TODAYS_WORDS.why
  expect(sent('why')).toMatchObject({
    words: { title, reasons: reasons.slice(1) },
    confirmed: ['roof'],
  })
  expect(hasUnsavedChanges()).toBe(false)
})

it('previews what is typed, and takes it back', async () => {
  const { type, press } = await open('hero')
  await type('Title', 'Welcome to {city}')
  expect(screen.getByText(/Welcome to {city}/, { selector: 'output' })).toBeInTheDocument()
  await press('Discard changes')
  expect(screen.getByLabelText('Title')).toHaveValue('Gentle care as they grow')
})

it('says beside each field what is missing', async () => {
  const { press } = await open('statistics')
  await press('Save changes')
  const sources = screen.getAllByLabelText('Source')
  for (const source of sources) expect(source).toHaveAccessibleDescription(/Source is required/)
  expect(sources[0]).toHaveFocus()
  expect(sent('statistics')).toBeUndefined()
})

it('removes a testimonial with one press', async () => {
  const testimonials = ['Rosa', 'Sam'].map((name) => ({
    name,
    relation: 'Parent',
    details: `${name} says`,
    permissionSince: '2027-01-04',
    permissionBy: name,
  }))
  site = {
    ...site,
    sections: site.sections.map((one) =>
      one.section === 'testimonials' ? { ...one, version: 1, words: { testimonials } } : one,
    ),
  }
  accept('testimonials')
  const { press } = await open('testimonials')
  await press('Remove Testimonial 1')
  await screen.findByText('The words are saved')
  expect(sent('testimonials')).toMatchObject({
    words: { testimonials: testimonials.slice(1) },
    version: 1,
  })
})

it('keeps what was typed when another admin was faster, and what they changed elsewhere', async () => {
  const words = { ...TODAYS_WORDS.hero, text: 'Theirs' }
  const current = { section: 'hero', version: 1, words, confirmed: [] }
  server.answers[answerTo('hero')] = () => refusal(409, 'Overtaken', { code: 'stale', current })
  const { type, press } = await open('hero')
  await type('Title', 'Mine')
  await press('Save changes')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Nothing you typed was lost')
  expect(alert).toHaveTextContent('Text (optional)Theirs')
  expect(document.activeElement).toContainElement(alert)

  accept('hero')
  await press('Save changes')
  await screen.findByText('The words are saved')
  expect(sent('hero')).toMatchObject({ words: { ...words, title: 'Mine' }, version: 1 })
})

it('says that it could not be loaded, and tries again', async () => {
  const state = site
  server.answers['GET /site'] = () => refusal(503, 'Down')
  const { user } = openAdminPage('/dashboard/website', Page, undefined, '/dashboard/website')
  expect(await screen.findByText('We couldn’t load the words of the website')).toBeVisible()
  server.answers['GET /site'] = () => Response.json(state)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('form', { name: 'Top of the home page' })).toBeVisible()
})
