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
