import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import PostersPage from './posters-page.tsx'

const saveFile = vi.hoisted(() => vi.fn<(file: Blob, name: string) => void>())
vi.mock('#web/lib/save-file.ts', () => ({ saveFile }))

it('offers a QR code of each treatment’s free times as an SVG file', async () => {
  const { answers } = fakeServer()
  answers['GET /available/next'] = () =>
    Response.json([{ _id: 'newborn', name: 'Parenatal/Newborn', days: [] }])
  const { user } = openAdminPage('/dashboard/posters', PostersPage)
  const item = await screen.findByRole('listitem')
  expect(within(item).getByRole('img')).toHaveAccessibleName(
    'QR code of the free times of Parenatal/Newborn',
  )
  expect(within(item).getByRole('link')).toHaveAttribute(
    'href',
    `${origin}/times?treatment=newborn`,
  )
  await user.click(within(item).getByRole('button', { name: /Download SVG/ }))
  const [file, name] = saveFile.mock.calls[0] ?? []
  expect(name).toBe('qr-parenatal-newborn.svg')
  expect(file?.type).toBe('image/svg+xml')
  expect(await file?.text()).toMatch(/^<svg .*<\/svg>$/s)
})
