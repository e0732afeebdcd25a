import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import type { LegalPage } from '#contract/legal/legal-pages.ts'
import { parseRichText } from '#contract/rich-text/parse-rich-text.ts'
import { config as CONFIG } from '#web/both/booking/testing/fake-clinic.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import { accessibilityStatement } from './accessibility-statement.ts'
import LegalEditorPage from './legal-page.tsx'

const NOTICE = 'GET /legal/notice'
const PUBLISH = 'POST /legal/notice'

let server: ReturnType<typeof fakeServer>

/** The versions up to one, of which that one is newest. */
function versionOf(version: number, text: string): LegalPage {
  const versions = Array.from({ length: version }, (_, index) => ({
    version: version - index,
    effectiveOn: `2026-01-0${version - index}`,
    publishedAt: '2026-01-01T00:00:00.000Z',
    state: index === 0 ? ('current' as const) : ('former' as const),
  }))
  const [newest] = versions
  if (!newest) throw new Error('A page has versions from 1 on')
  return { page: 'notice', title: 'Notice', ...newest, body: parseRichText(text).blocks, versions }
}

beforeEach(() => {
  server = fakeServer()
  server.answers['GET /config'] = () => Response.json(CONFIG)
  server.answers['GET /clinic'] = () =>
    Response.json({ ...DEFAULT_CLINIC, legal: [{ page: 'notice', title: 'Notice' }] })
})

async function open(page = 'notice') {
  const path = '/dashboard/legal/:page?'
  const { user, site } = openAdminPage(`/dashboard/legal/${page}`, LegalEditorPage, undefined, path)
  const text = await screen.findByRole('textbox', { name: 'Text' })
  return {
    user,
    site,
    text,
    async type(typed: string) {
      await user.clear(text)
      await user.click(text)
      await user.paste(typed)
    },
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    async publish(version: number) {
      await user.click(screen.getByRole('button', { name: `Publish version ${version}` }))
      const dialog = await screen.findByRole('dialog', { name: `Publish version ${version}?` })
      await user.click(within(dialog).getByRole('button', { name: 'Publish' }))
    },
  }
}

const sent = () => server.callsOf('POST', '/legal/notice').map(({ body }) => body)

it('publishes the first version after a question, and lists it', async () => {
  const { type, text, publish } = await open()
  expect(text).toHaveValue('')
  expect(screen.getByRole('link', { name: 'Model notices of HHS' })).toBeVisible()
  await type('# Your rights')
  const preview = screen.getByRole('region', { name: 'Preview' })
  expect(within(preview).getByRole('heading', { name: 'Your rights' })).toBeVisible()
  fireEvent.change(screen.getByLabelText('Takes effect on'), { target: { value: '2026-01-01' } })
  server.answers[PUBLISH] = () => Response.json(versionOf(1, '# Your rights'))
  await publish(1)
  expect(await screen.findByText('Version 1 is published')).toBeVisible()
  expect(sent()).toEqual([{ version: 0, effectiveOn: '2026-01-01', text: '# Your rights' }])
  expect(screen.getByRole('link', { name: /^Version 1/ })).toHaveAttribute(
    'href',
    '/legal/notice?version=1',
  )
  expect(screen.getByRole('button', { name: 'Publish version 2' })).toBeVisible()
  const link = screen.getByRole('link', { name: 'Notice of Privacy Practices' })
  await waitFor(() => expect(link).not.toHaveTextContent('Not published'))
})

it('begins with the newest version, also when it is not in effect yet', async () => {
  const newest = versionOf(2, 'The new text')
  server.answers[NOTICE] = ({ url }) =>
    Response.json(
      url.searchParams.get('version') === '2'
        ? newest
        : { ...versionOf(1, 'The old text'), versions: newest.versions },
    )
  const { text } = await open()
  expect(text).toHaveValue('The new text')
  expect(screen.getByRole('button', { name: 'Publish version 3' })).toBeVisible()
})

it('keeps what was typed when another admin was faster, and publishes it after theirs', async () => {
  const { type, text, publish } = await open()
  await type('Ours')
  server.answers[PUBLISH] = () =>
    refusal(409, 'Overtaken', { code: 'stale', current: versionOf(1, 'Theirs') })
  await publish(1)
  const alert = await screen.findByText(/^Another admin has published version 1/)
  expect(document.activeElement).toContainElement(alert)
  expect(text).toHaveValue('Ours')
  server.answers[PUBLISH] = () => Response.json(versionOf(2, 'Ours'))
  await publish(2)
  await screen.findByText('Version 2 is published')
  expect(sent().at(-1)).toMatchObject({ version: 1, text: 'Ours' })
})

describe('a version that cannot be published', () => {
  it.each([
    ['', 'Text is required'],
    ['[a](javascript:alert(1))', 'Line 1: a link can’t lead to “javascript:alert(1)”.'],
  ])('because of the text “%s” is not sent', async (typed, problem) => {
    const { type, text, press } = await open()
    await type(`x${typed}`)
    fireEvent.change(text, { target: { value: typed } })
    await press('Publish version 1')
    expect(text).toHaveAccessibleDescription(expect.stringContaining(problem))
    expect(text).toHaveFocus()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(sent()).toEqual([])
  })

  it('because of its day says so beside the field', async () => {
    const { type, publish } = await open()
    await type('Text')
    const issues = [{ path: 'effectiveOn', message: 'Version 1 takes effect later.' }]
    server.answers[PUBLISH] = () => refusal(409, 'Too early', { code: 'too_early', issues })
    await publish(1)
    const day = screen.getByLabelText('Takes effect on')
    await waitFor(() => expect(day).toHaveFocus())
    expect(day).toHaveAccessibleDescription(/takes effect later/)
  })

  it('for another reason can be sent again', async () => {
    const { type, publish } = await open()
    await type('Text')
    server.answers[PUBLISH] = () => refusal(429, 'Please wait a minute.')
    await publish(1)
    expect(await screen.findByText(/^Please wait a minute. Nothing you typed/)).toBeVisible()
    server.answers[PUBLISH] = () => Response.json(versionOf(1, 'Text'))
    await publish(1)
    expect(await screen.findByText('Version 1 is published')).toBeVisible()
  })
})

it('says when the page cannot be loaded, and loads it again', async () => {
  server.answers[NOTICE] = () => refusal(400, 'Broken')
  const path = '/dashboard/legal/:page?'
  const { user } = openAdminPage('/dashboard/legal', LegalEditorPage, undefined, path)
  expect(await screen.findByText('We couldn’t load this page')).toBeVisible()
  server.answers[NOTICE] = () => Response.json(versionOf(1, 'Text'))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveValue('Text')
})

it('leads from an unknown page to the first', async () => {
  const { site } = await open('imprint')
  expect(site.location.pathname).toBe('/dashboard/legal')
})

it('begins the page on accessibility with what is tested, the contact and the day', async () => {
  const { text } = await open('accessibility')
  const statement = accessibilityStatement(DEFAULT_CLINIC, CONFIG.clinic.today)
  expect(text).toHaveValue(statement)
  const { blocks, problems } = parseRichText(statement)
  expect(problems).toEqual([])
  expect(JSON.stringify(blocks)).toContain('"href":"mailto:hello@sprout.example"')
  expect(JSON.stringify(blocks)).toContain('"href":"tel:+15035550142"')
})

describe('the text in Spanish', () => {
  const SAVE = 'PUT /legal/notice/es'
  const inSpanish = (typed: string, revision: number): LegalPage => {
    const { versions, ...page } = versionOf(2, 'The text')
    const own = { language: 'es' as const, revision, body: parseRichText(typed).blocks }
    const languages = [own.language]
    return {
      ...page,
      languages,
      translations: [own],
      versions: versions.map((each) => (each.version === 2 ? { ...each, languages } : each)),
    }
  }

  async function openForm(first: LegalPage) {
    server.answers[NOTICE] = () => Response.json(first)
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: / of version 2$/ }))
    const text = await screen.findByRole('textbox', { name: 'Text in Spanish' })
    return {
      user,
      text,
      save: () => user.click(screen.getByRole('button', { name: 'Save the text in Spanish' })),
    }
  }

  it('is added to the version in effect, and not to an earlier one', async () => {
    const { user, text, save } = await openForm(versionOf(2, 'The text'))
    expect(screen.getAllByRole('button', { name: / of version \d$/ })).toHaveLength(1)
    expect(screen.getByRole('heading', { name: 'Version 2 in Spanish' })).toBeVisible()
    await save()
    expect(text).toHaveAccessibleDescription(expect.stringContaining('Text is required'))
    expect(text).toHaveFocus()
    await user.paste('# Sus derechos')
    server.answers[SAVE] = () => Response.json(inSpanish('# Sus derechos', 1))
    server.answers[NOTICE] = () => Response.json(inSpanish('# Sus derechos', 1))
    await save()
    expect(await screen.findByText('The text of version 2 in Spanish is saved')).toBeVisible()
    expect(server.callsOf('PUT', '/legal/notice/es').map(({ body }) => body)).toEqual([
      { version: 2, revision: 0, text: '# Sus derechos' },
    ])
    const again = await screen.findByRole('button', {
      name: 'Correct the text in Spanish of version 2',
    })
    expect(again).toHaveFocus()
    expect(screen.queryByRole('textbox', { name: 'Text in Spanish' })).not.toBeInTheDocument()
  })

  it('is kept as typed when another admin was faster, and saved after theirs', async () => {
    const { user, text, save } = await openForm(inSpanish('La primera', 1))
    expect(text).toHaveValue('La primera')
    await user.clear(text)
    await user.paste('La nuestra')
    server.answers[SAVE] = () =>
      refusal(409, 'Overtaken', { code: 'stale', current: inSpanish('La de otra persona', 2) })
    await save()
    const alert = await screen.findByText(/^Another admin has saved this text/)
    expect(document.activeElement).toContainElement(alert)
    expect(screen.getByText('The saved text in Spanish')).toBeVisible()
    expect(text).toHaveValue('La nuestra')
    server.answers[SAVE] = () => Response.json(inSpanish('La nuestra', 3))
    await save()
    await screen.findByText('The text of version 2 in Spanish is saved')
    expect(server.callsOf('PUT', '/legal/notice/es').at(-1)?.body).toMatchObject({ revision: 2 })
  })

  it('is left as it is with Cancel', async () => {
    const { user } = await openForm(versionOf(2, 'The text'))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('textbox', { name: 'Text in Spanish' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: / of version 2$/ })).toHaveFocus()
  })
})
