import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Doctor } from '#contract/doctors/doctors.ts'
import type { ImageStatus } from '#contract/images/images.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import type { uploadImage } from '#web/lib/api/upload.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import ManageDoctorsPage from './manage-doctors-page.tsx'
import { NOVAK } from './testing/novak.ts'

// Its own test uses the real one, with its progress.
const upload = vi.hoisted(() => vi.fn<typeof uploadImage>())
vi.mock('#web/lib/api/upload.ts', () => ({ uploadImage: upload }))

const SOURCES = [
  { type: 'image/avif', srcset: '/images/1/160.avif 160w' },
  { type: 'image/webp', srcset: '/images/1/160.webp 160w' },
]

const withImage = (status: ImageStatus): Doctor => ({
  ...NOVAK,
  designation: 'Allergist',
  sources: status === 'processed' ? SOURCES : [],
  picture: { _id: '1', status },
})
const ready = withImage('processed')
const other: Doctor = { ...ready, _id: '2', name: 'Dr. Otto Other', email: 'otto@example.com' }

let doctors: Doctor[]
let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  doctors = [ready, other]
  server = fakeServer()
  server.answers['GET /doctor'] = () => Response.json(doctors)
  upload.mockReset().mockResolvedValue('/images/9')
})

const open = () => openAdminPage('/dashboard/managedoctors', ManageDoctorsPage)
const rowOf = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  return heading.closest('li') ?? document.body
}
const processing = 'Processing photo…'

describe('the doctors', () => {
  it('show who cannot be booked because they give no treatment', async () => {
    doctors = [ready, { ...other, treatments: [] }]
    open()
    expect(await rowOf(ready.name)).not.toHaveTextContent(/no treatment/)
    expect(await rowOf(other.name)).toHaveTextContent(/Gives no treatment yet/)
  })

  it('are listed with their photos in every available format', async () => {
    open()
    const row = await rowOf('Dr. Nia Novak')
    expect(row).toHaveTextContent(
      'Dr. Nia NovakAllergistAllergy Testingnia@example.com Edit Change photo Delete',
    )
    expect([...row.querySelectorAll('source')].map(({ type }) => type)).toEqual([
      'image/avif',
      'image/webp',
    ])
    expect(row.querySelector('img')).toHaveAttribute('src', '/images/1')
    expect(screen.getByRole('link', { name: 'Add a Doctor' })).toHaveAttribute(
      'href',
      '/dashboard/adddoctor',
    )
  })

  it('can be empty', async () => {
    doctors = []
    open()
    await screen.findByRole('heading', { name: 'No doctors yet' })
    expect(screen.getByRole('link', { name: 'Add a Doctor' })).toBeVisible()
  })
})

describe('a photo', () => {
  it('that is being processed shows its status, then appears', async () => {
    doctors = [withImage('received'), { ...withImage('processing'), _id: '2', name: 'Dr. Two' }]
    open()
    const row = await rowOf('Dr. Nia Novak')
    for (const one of [row, await rowOf('Dr. Two')]) {
      expect(within(one).getByRole('status')).toHaveTextContent(processing)
      expect(one.querySelector('img')).toHaveAttribute('src', '/images/1')
    }
    doctors = [ready]
    await waitFor(() => expect(row).not.toHaveTextContent(processing))
    expect(row.querySelectorAll('source')).toHaveLength(2)
  })

  it('that failed shows an error and can be retried', async () => {
    doctors = [withImage('failed')]
    server.answers['POST /images/1/retry'] = () => {
      doctors = [withImage('received')]
      return Response.json({ status: 'received' }, { status: 202 })
    }
    const { user } = open()
    const row = within(await rowOf('Dr. Nia Novak'))
    expect(row.getByRole('status')).toHaveTextContent('We couldn’t process this photo')
    await user.click(row.getByRole('button', { name: 'Try again: photo of Dr. Nia Novak' }))
    await waitFor(() => expect(row.getByRole('status')).toHaveTextContent(processing))
    expect(row.queryByRole('button', { name: /^Try again/ })).not.toBeInTheDocument()
  })

  it('shows why a retry failed', async () => {
    doctors = [withImage('failed')]
    server.answers['POST /images/1/retry'] = () => refusal(404, 'The original is gone.')
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /^Try again/ }))
    expect(await screen.findByText('The original is gone.')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Try again/ })).toBeEnabled()
  })
})

describe('a new photo', () => {
  const portrait = new File(['portrait'], 'portrait.png', { type: 'image/png' })
  const changing = async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Change photo of Dr. Nia Novak' }))
    return { user, dialog: within(screen.getByRole('dialog')) }
  }

  it('is uploaded, replaces the previous one, and is processed', async () => {
    server.answers['PUT /doctor/nia@example.com/picture'] = () => {
      doctors = [{ ...withImage('received'), img: '/images/9' }]
      return Response.json({ modifiedCount: 1 })
    }
    const { user, dialog } = await changing()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByRole('alert')).toHaveTextContent('Image is required')
    await user.upload(dialog.getByLabelText('Image'), portrait)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Dr. Nia Novak’s photo was updated')).toBeVisible()
    expect(upload).toHaveBeenCalledExactlyOnceWith('/images', portrait, expect.anything())
    expect(
      server.callsOf('PUT', '/doctor/nia@example.com/picture').map(({ body }) => body),
    ).toEqual([{ img: '/images/9' }])
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Change photo of Dr. Nia Novak' })).toHaveFocus()
    const row = await rowOf('Dr. Nia Novak')
    await waitFor(() => expect(row).toHaveTextContent(processing))
  })

  it('that is refused shows the reason, and another one can be chosen', async () => {
    upload.mockRejectedValue(
      new ApiError({ status: 422, code: 'refused', message: 'The image cannot be read.' }),
    )
    const { user, dialog } = await changing()
    await user.upload(dialog.getByLabelText('Image'), portrait)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('The image cannot be read.')
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(server.callsOf('PUT', '/doctor/nia@example.com/picture')).toEqual([])
  })
})

describe('deleting a doctor', () => {
  const deleting = async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete Dr. Nia Novak' }))
    const dialog = screen.getByRole('dialog', { name: 'Do you really want to delete?' })
    return { user, dialog: within(dialog) }
  }

  it('shows in the dialog why it failed, and can be retried', async () => {
    server.answers['DELETE /doctor/nia@example.com'] = () => refusal(429, 'Please wait a minute.')
    const { user, dialog } = await deleting()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Please wait a minute.')
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeEnabled()
  })

  it('shows the upcoming appointments, and asks what to do with them', async () => {
    const path = '/doctor/nia@example.com'
    const previewed = (fingerprint: string, total: number) => ({
      ...{ fingerprint, total, families: 1, paid: 1, refund: 110, appointments: [], notTold: [] },
    })
    doctors = [{ ...ready, coming: [{ treatment: '1', count: 2 }] }, other]
    server.answers[`POST ${path}/deletion/preview`] = () => Response.json(previewed('old', 2))
    server.answers[`DELETE ${path}`] = ({ url }) =>
      url.searchParams.get('fingerprint') === 'new'
        ? Response.json({ deletedCount: 1 })
        : refusal(409, 'They have changed.', { code: 'outdated', impact: previewed('new', 3) })
    const { user, dialog } = await deleting()
    expect(await dialog.findByText('2 appointments affected')).toBeVisible()
    await user.click(dialog.getByRole('radio', { name: 'Cancel all, with a full refund' }))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await dialog.findByText('3 appointments affected')).toBeVisible()
    expect(dialog.getByRole('alert')).toHaveTextContent('They have changed.')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Doctor: Dr. Nia Novak is deleted.')).toBeVisible()
    expect(server.callsOf('DELETE', path).at(-1)?.url.search).toBe(
      '?appointments=cancel&fingerprint=new',
    )
  })

  it('asks for a decision if an appointment was booked meanwhile', async () => {
    const path = '/doctor/nia@example.com'
    server.answers[`DELETE ${path}`] = () => {
      doctors = [{ ...ready, coming: [{ treatment: '1', count: 2 }] }, other]
      return refusal(409, 'They have coming appointments.', { code: 'doctor_has_appointments' })
    }
    server.answers[`POST ${path}/deletion/preview`] = () => refusal(429, 'Please wait.')
    const { user, dialog } = await deleting()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await dialog.findByText('We couldn’t load the doctor’s appointments')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  })
})
