import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ImportView } from '#contract/imports/imports.ts'
import { importView, REPORT } from '#machines/testing/import/import-views.ts'
import type { uploadFile } from '#web/lib/api/upload.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import ImportPage from './import-page.tsx'

const upload = vi.hoisted(() => vi.fn<typeof uploadFile>())
vi.mock('#web/lib/api/upload.ts', () => ({ uploadFile: upload }))

const ID = importView('mapping')._id
const uploaded = importView('mapping', { needsOrder: false, version: 0 })
const checked = importView('checked', { ...REPORT, version: 3 })

let server: ReturnType<typeof fakeServer>
let now: ImportView

const answerWith = (view: ImportView) => () => {
  now = view
  return Response.json(view, { status: 202 })
}

beforeEach(() => {
  now = uploaded
  server = fakeServer()
  server.answers['GET /imports'] = () => Response.json([])
  server.answers[`GET /imports/${ID}`] = () => Response.json(now)
  server.answers[`PUT /imports/${ID}/mapping`] = () => Response.json({ ...uploaded, version: 1 })
  server.answers[`POST /imports/${ID}/check`] = answerWith(checked)
  const done: ImportView = { ...checked, state: 'done', version: 5 }
  server.answers[`POST /imports/${ID}/run`] = answerWith(done)
  upload.mockResolvedValue(uploaded)
})

const open = (address: string) =>
  openAdminPage(address, ImportPage, undefined, '/dashboard/import/:id?')

it('takes four presses from a file with known headers to its report, and one to import it', async () => {
  const { user, site } = open('/dashboard/import')
  let presses = 0
  const press = async (element: HTMLElement) => {
    presses += 1
    await user.click(element)
  }
  await press(await screen.findByLabelText('Families and children'))
  presses += 1
  await user.upload(
    screen.getByLabelText('File'),
    new File(['Child,DOB,Parent,Phone\n'], 'families.csv', { type: 'text/csv' }),
  )
  await press(screen.getByRole('button', { name: 'Upload' }))
  await press(await screen.findByRole('button', { name: 'Check the file' }))
  expect(await screen.findByText('“soon” is not a birth date.')).toBeVisible()
  expect(presses).toBe(4)
  expect(site.location.pathname).toBe(`/dashboard/import/${ID}`)
  await press(screen.getByRole('button', { name: 'Import these rows' }))
  expect(await screen.findByRole('heading', { name: 'Imported: families.csv' })).toBeVisible()
  expect(presses).toBe(5)
  const [run] = server.callsOf('POST', `/imports/${ID}/run`)
  expect(run?.body).toEqual({ fingerprint: checked.fingerprint })
})

it('continues an import by its address, and says why a step was refused', async () => {
  now = checked
  const message = 'This report is outdated. Please check the file again.'
  server.answers[`POST /imports/${ID}/run`] = () => refusal(409, message)
  const { user } = open(`/dashboard/import/${ID}`)
  await user.click(await screen.findByRole('button', { name: 'Import these rows' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  now = { ...uploaded, version: 4 }
  await user.click(screen.getByRole('button', { name: 'Load again' }))
  expect(await screen.findByRole('heading', { name: 'Columns of families.csv' })).toBeVisible()
})

it('asks what the treatments and doctors of the previous system are', async () => {
  now = {
    ...uploaded,
    kind: 'visits',
    treatments: [{ name: 'Checkup', rows: 2 }],
    missing: ['Say what these are here: Checkup.'],
  }
  server.answers['GET /doctor'] = () => Response.json([])
  server.answers['GET /treatments'] = () =>
    Response.json({ today: '2027-03-01', treatments: [], week: [[], [], [], [], [], [], []] })
  const { user } = open(`/dashboard/import/${ID}`)
  expect(await screen.findByText('Say what these are here: Checkup.')).toBeVisible()
  await user.selectOptions(await screen.findByLabelText('Checkup'), 'Leave out')
  await user.click(screen.getByRole('button', { name: 'Check the file' }))
  await screen.findByRole('heading', { name: 'Report of families.csv' })
  const [saved] = server.callsOf('PUT', `/imports/${ID}/mapping`)
  expect(saved?.body).toMatchObject({
    mapping: { treatments: [{ name: 'Checkup', treatment: null }] },
  })
})
