import { act, screen, waitFor } from '@testing-library/react'
import { type ComponentType, lazy } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import type { uploadImage } from '#web/lib/api/upload.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import { user } from '#web/testing/user.ts'
import AddDoctorPage from './add-doctor-page.tsx'

// Its own test uses the real one, with its progress.
const upload = vi.hoisted(() => vi.fn<typeof uploadImage>())
vi.mock('#web/lib/api/upload.ts', () => ({ uploadImage: upload }))

const services = ['Allergy Testing', 'Weight Loss'].map((name) => ({
  _id: name,
  name,
  slots: [],
  price: 1,
}))
const portrait = new File(['portrait'], 'portrait.png', { type: 'image/png' })

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  server.answers['GET /services'] = () => Response.json(services)
  server.answers['POST /doctor'] = () => Response.json({ insertedId: '1' }, { status: 201 })
  upload.mockReset().mockResolvedValue('/images/1')
})

/** @param Next the page after the form */
async function open(Next?: ComponentType) {
  const { site } = openAdminPage('/dashboard/adddoctor', AddDoctorPage, Next)
  await screen.findByRole('option', { name: 'Allergy Testing' })
  return site
}

async function fill() {
  await user.type(screen.getByLabelText('Name'), 'Dr. Nia Novak')
  await user.type(screen.getByLabelText('Email'), 'Nia@example.com')
  await user.selectOptions(screen.getByLabelText('Specialty'), 'Allergy Testing')
  await user.upload(screen.getByLabelText('Image'), portrait)
}

const send = () => user.click(screen.getByRole('button', { name: 'Add doctor' }))

/** Opens the form, fills it in and submits it. */
async function submit(Next?: ComponentType) {
  await open(Next)
  await fill()
  await send()
}

const failed = () => screen.findByText('Failed to add doctor')

describe('a new doctor', () => {
  it('is added with an uploaded photo, and appears in the list', async () => {
    const site = await open()
    expect(
      screen
        .getAllByRole('option')
        .map((option) => [option.textContent, option.hasAttribute('disabled')]),
    ).toEqual([
      ['Select specialty', true],
      ['Allergy Testing', false],
      ['Weight Loss', false],
    ])
    expect(screen.getByLabelText('Specialty')).toHaveAccessibleDescription(
      /^Families can book this treatment with the doctor at once/,
    )
    await fill()
    await user.type(screen.getByLabelText('Designation (optional)'), 'Allergist')
    expect(document.querySelector('img[src="blob:preview"]')).toBeVisible()
    await send()
    expect(await screen.findByText('Doctor added successfully')).toBeVisible()
    expect(upload).toHaveBeenCalledExactlyOnceWith('/images', portrait, expect.anything())
    expect(server.callsOf('POST', '/doctor').map(({ body }) => body)).toEqual([
      {
        name: 'Dr. Nia Novak',
        email: 'nia@example.com',
        designation: 'Allergist',
        specialty: 'Allergy Testing',
        img: '/images/1',
      },
    ])
    expect(site.location.pathname).toBe('/dashboard/managedoctors')
  })

  it('shows the upload’s progress and cannot be submitted twice', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    upload.mockReturnValue(promise)
    await submit()
    const onProgress = upload.mock.calls[0]?.[2]?.onProgress
    act(() => onProgress?.(0.4))
    expect(screen.getByRole('progressbar')).toHaveValue(40)
    expect(screen.getByRole('button', { name: 'Add doctor' })).toHaveAttribute('aria-busy', 'true')
    await send()
    expect(upload).toHaveBeenCalledOnce()
    await act(async () => resolve('/images/1'))
    await screen.findByText('Doctor added successfully')
  })

  it('is not added again by a second click while the list loads', async () => {
    await submit(lazy(() => new Promise(() => undefined)))
    await screen.findByText('Doctor added successfully')
    await send()
    expect(server.callsOf('POST', '/doctor')).toHaveLength(1)
  })
})

describe('missing data', () => {
  it('are shown beside each field, and the first invalid field gets the focus', async () => {
    await open()
    await send()
    for (const field of ['Name', 'Email', 'Specialty', 'Image']) {
      expect(await screen.findByText(`${field} is required`)).toBeVisible()
    }
    expect(screen.getByLabelText('Name')).toHaveFocus()
    expect(screen.getByLabelText('Image')).toHaveAccessibleDescription(/Image is required$/)

    await fill()
    expect(screen.queryAllByRole('alert')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await send()
    expect(await screen.findByText('Image is required')).toBeVisible()
    expect(screen.getByLabelText('Image')).toHaveFocus()
    expect(upload).not.toHaveBeenCalled()
  })

  it('may be the services, whose loading can be retried', async () => {
    server.answers['GET /services'] = () => refusal(400, 'Not today')
    openAdminPage('/dashboard/adddoctor', AddDoctorPage)
    await screen.findByText(/We couldn’t load the services/)
    server.answers['GET /services'] = () => Response.json(services)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('option', { name: 'Weight Loss' })
  })
})

describe('a refusal by the server', () => {
  it('is shown beside the email of an existing doctor; the photo is not uploaded again', async () => {
    const taken = 'A doctor with this email already exists.'
    server.answers['POST /doctor'] = () => refusal(409, taken, { code: 'doctor_exists' })
    await submit()
    await failed()
    expect(screen.getByText(taken)).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(taken)
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())

    server.answers['POST /doctor'] = () => Response.json({ insertedId: '1' }, { status: 201 })
    await user.clear(screen.getByLabelText('Email'))
    await user.type(screen.getByLabelText('Email'), 'novak@example.com')
    await send()
    await screen.findByText('Doctor added successfully')
    expect(upload).toHaveBeenCalledOnce()
  })

  it.each([
    [413, 'The image is larger than 5 MB.'],
    [415, 'This is no image.'],
    [422, 'The image cannot be read.'],
  ])('is shown beside the picture: %d', async (status, message) => {
    upload.mockRejectedValue(new ApiError({ status, code: 'refused', message }))
    await submit()
    await failed()
    expect(screen.getByText(message)).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Image')).toHaveFocus())
    expect(server.callsOf('POST', '/doctor')).toEqual([])
  })

  it('is shown beside the field that the server names, or above the form', async () => {
    server.answers['POST /doctor'] = () =>
      refusal(400, 'Not valid', {
        issues: [{ path: 'name', message: 'Name must be 100 characters or fewer' }],
      })
    await submit()
    expect(await screen.findByText('Name must be 100 characters or fewer')).toBeVisible()

    server.answers['POST /doctor'] = () => refusal(429, 'Please wait a minute.')
    await send()
    expect(
      await screen.findByText(/^Please wait a minute. Nothing you typed was lost/),
    ).toBeVisible()
    expect(screen.queryByText('Name must be 100 characters or fewer')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Name')).toHaveValue('Dr. Nia Novak')
  })
})
