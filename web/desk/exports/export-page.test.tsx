import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import ExportPage from './export-page.tsx'

const saveFile = vi.hoisted(() => vi.fn<(file: Blob, name: string) => void>())
vi.mock('#web/lib/save-file.ts', () => ({ saveFile }))

it('downloads the records for a reason, with the alerts if they are chosen', async () => {
  const { answers, callsOf } = fakeServer()
  answers['POST /exports'] = () =>
    new Response('archive', {
      headers: { 'content-disposition': 'attachment; filename="records-2027-03-01.zip"' },
    })
  const { user } = openAdminPage('/dashboard/export', ExportPage)
  const button = await screen.findByRole('button', { name: 'Download records' })
  await user.click(button)
  expect(callsOf('POST', '/exports')).toEqual([])
  await user.selectOptions(screen.getByLabelText('Reason'), 'The clinic keeps a copy')
  await user.click(screen.getByLabelText('Include alerts of children'))
  await user.click(button)
  expect(await screen.findByRole('status')).toHaveTextContent('records-2027-03-01.zip is complete')
  expect(callsOf('POST', '/exports').map(({ body }) => body)).toEqual([
    { reason: 'own_copy', notes: false, alerts: true },
  ])
  const [file, name] = saveFile.mock.calls[0] ?? []
  expect(name).toBe('records-2027-03-01.zip')
  expect(await file?.text()).toBe('archive')
})

it('says why the server refuses, saves nothing, and tries again', async () => {
  saveFile.mockClear()
  const { answers } = fakeServer()
  answers['POST /exports'] = () => refusal(429, 'Too many attempts.')
  const { user } = openAdminPage('/dashboard/export', ExportPage)
  await user.selectOptions(await screen.findByLabelText('Reason'), 'Another reason')
  await user.click(screen.getByRole('button', { name: 'Download records' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts.')
  expect(saveFile).not.toHaveBeenCalled()
  answers['POST /exports'] = () => new Response('archive')
  await user.click(screen.getByRole('button', { name: 'Download records' }))
  expect(await screen.findByRole('status')).toHaveTextContent('records.zip is complete')
})
