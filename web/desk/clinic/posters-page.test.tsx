import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { OtherLanguages } from '#web/lib/other-languages.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import PostersPage from './posters-page.tsx'

const saveFile = vi.hoisted(() => vi.fn<(file: Blob, name: string) => void>())
vi.mock('#web/lib/save-file.ts', () => ({ saveFile }))

function open(Page = PostersPage) {
  const { answers } = fakeServer()
  answers['GET /available/next'] = () =>
    Response.json([{ _id: 'newborn', name: 'Parenatal/Newborn', days: [] }])
  return openAdminPage('/dashboard/posters', Page)
}

const WithoutOthers = () => (
  <OtherLanguages value={[]}>
    <PostersPage />
  </OtherLanguages>
)

it('offers a QR code of each treatment’s free times as an SVG file', async () => {
  const { user } = open()
  const item = await screen.findByRole('listitem')
  expect(within(item).getByRole('img')).toHaveAccessibleName(
    'QR code of the free times of Parenatal/Newborn',
  )
  expect(within(item).getByRole('link')).toHaveAttribute(
    'href',
    `${origin}/times?treatment=newborn`,
  )
  await user.click(within(item).getByRole('button', { name: /Download SVG/ }))
  const [file, name] = saveFile.mock.lastCall ?? []
  expect(name).toBe('qr-parenatal-newborn.svg')
  expect(file?.type).toBe('image/svg+xml')
  expect(await file?.text()).toMatch(/^<svg .*<\/svg>$/s)
})

it('offers the codes of pages in Spanish, where the site has them', async () => {
  const { user } = open()
  const item = await screen.findByRole('listitem')
  const address = () => within(item).getByRole('link').getAttribute('href')
  const english = within(item).getByRole('img').getAttribute('src')
  expect(screen.getByRole('radio', { name: 'English' })).toBeChecked()
  expect(address()).toBe(`${origin}/times?treatment=newborn`)
  await user.click(screen.getByRole('radio', { name: 'Spanish' }))
  expect(address()).toBe(`${origin}/es/times?treatment=newborn`)
  expect(within(item).getByRole('img').getAttribute('src')).not.toBe(english)
  await user.click(within(item).getByRole('button', { name: /Download SVG/ }))
  expect(saveFile.mock.lastCall?.[1]).toBe('qr-parenatal-newborn-es.svg')
})

it('asks for no language where the site has one', async () => {
  open(WithoutOthers)
  await screen.findByRole('listitem')
  expect(screen.queryByRole('radio')).toBeNull()
})
