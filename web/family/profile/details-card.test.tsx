import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { provider } from '#web/family/auth/testing/fake-provider.ts'
import { otherTab } from '#web/family/auth/testing/other-tab.ts'
import { providerError, tokenFor } from '#web/family/auth/testing/outside-world.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { uploadImage } from '#web/lib/api/upload.ts'
import { readSession } from '#web/lib/session.ts'
import { user } from '#web/testing/user.ts'
import { openProfile } from './testing/profile-site.ts'

vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))
vi.mock('#web/lib/api/upload.ts')

const png = new File(['x'], 'me.png', { type: 'image/png' })
const WHOLE_URL = `${window.location.origin}/images/1`

beforeEach(() => {
  vi.mocked(uploadImage).mockReset().mockResolvedValue('/images/1')
})

const nameField = () => screen.getByRole('textbox', { name: 'Name' })
const sidebar = () => within(screen.getByRole('complementary', { name: 'Your account' }))
const save = () => user.click(screen.getByRole('button', { name: 'Save changes' }))
const form = () => within(screen.getByRole('form', { name: 'Your details' }))

async function rename(name: string) {
  await user.clear(nameField())
  await user.click(nameField())
  await user.paste(name)
}

it('opens from a link of the dashboard and shows name and email', async () => {
  await openProfile()
  const link = screen.getByRole('link', { name: 'My Profile' })
  expect(link).toHaveAttribute('href', '/dashboard/profile')
  expect(link).toHaveAttribute('aria-current', 'page')
  expect(nameField()).toHaveValue(parent.name)
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue(parent.email)
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly')
})

describe('a new name', () => {
  it('is saved at the provider and shown everywhere at once', async () => {
    const { server } = await openProfile()
    await rename('  Paula Newname ')
    await save()
    expect(await screen.findByText('Profile saved')).toBeInTheDocument()
    expect(provider.identity.updateProfile).toHaveBeenCalledExactlyOnceWith({
      name: 'Paula Newname',
    })
    expect(server.count('PUT', 'users')).toBe(1)
    expect(screen.getByRole('button', { name: 'Account menu for Paula Newname' })).toBeVisible()
    expect(sidebar().getByText('Paula Newname')).toBeVisible()
    expect(nameField()).toHaveValue('Paula Newname')
    expect(screen.queryByRole('button', { name: 'Discard changes' })).not.toBeInTheDocument()
    expect(uploadImage).not.toHaveBeenCalled()
  })

  it('is required, and can be discarded', async () => {
    await openProfile()
    await rename(' ')
    await save()
    expect(await screen.findByText('Name is required')).toBeVisible()
    expect(provider.identity.updateProfile).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(nameField()).toHaveValue(parent.name)
    expect(screen.queryByText('Name is required')).not.toBeInTheDocument()
  })

  it('from another tab is shown here, unless the user is typing one', async () => {
    await openProfile()
    await otherTab.signsIn({ ...parent, name: 'Paula Elsewhere' }, tokenFor(60))
    expect(nameField()).toHaveValue('Paula Elsewhere')
    expect(sidebar().getByText('Paula Elsewhere')).toBeVisible()
    await rename('Paula Here')
    await otherTab.signsIn({ ...parent, name: 'Paula Again' }, tokenFor(60))
    expect(nameField()).toHaveValue('Paula Here')
  })

  it('renews the session again when the renewal under way misses the change', async () => {
    const { server, kept } = await openProfile()
    const before = { token: tokenFor(60), user: kept.user }
    let asked = 0
    server.answer('PUT users', () => {
      asked += 1
      return { body: asked === 1 ? before : { token: tokenFor(60), user: kept.user } }
    })
    await rename('Paula Newname')
    await save()
    expect(await screen.findByText('Profile saved')).toBeInTheDocument()
    expect(readSession()?.user.name).toBe('Paula Newname')
  })
})

describe('a new photo', () => {
  it('is uploaded with progress, then shown by the URL that the provider stores', async () => {
    const uploading = Promise.withResolvers<string>()
    vi.mocked(uploadImage).mockImplementation((_path, _file, { onProgress } = {}) => {
      onProgress?.(0.3)
      return uploading.promise
    })
    await openProfile()
    await user.upload(screen.getByLabelText('Photo'), png)
    await save()
    expect(await screen.findByRole('progressbar', { name: 'Uploading…' })).toHaveValue(30)
    expect(form().getByRole('button', { name: 'Save changes' })).toHaveAttribute(
      'aria-busy',
      'true',
    )
    expect(provider.identity.updateProfile).not.toHaveBeenCalled()

    uploading.resolve('/images/1')
    expect(await screen.findByText('Profile saved')).toBeInTheDocument()
    expect(uploadImage).toHaveBeenCalledExactlyOnceWith('/profile/photo', png, expect.anything())
    expect(provider.identity.updateProfile).toHaveBeenCalledExactlyOnceWith({
      name: parent.name,
      photo: WHOLE_URL,
    })
    const shown = [...document.querySelectorAll('img')].map((image) => image.src)
    expect(shown).toEqual([WHOLE_URL, WHOLE_URL, WHOLE_URL, WHOLE_URL])
  })

  it('can be removed again', async () => {
    const { kept } = await openProfile()
    await user.upload(screen.getByLabelText('Photo'), png)
    await save()
    await user.click(await screen.findByRole('button', { name: 'Remove photo' }))
    await save()
    await waitFor(() => expect(kept.user.photo).toBeNull())
    expect(provider.identity.updateProfile).toHaveBeenLastCalledWith({
      name: parent.name,
      photo: null,
    })
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Remove photo' })).not.toBeInTheDocument(),
    )
  })

  it('is not saved when the server refuses it; its message is shown', async () => {
    vi.mocked(uploadImage).mockRejectedValueOnce(
      new ApiError({ status: 415, code: 'unsupported', message: 'This is no image.' }),
    )
    await openProfile()
    await user.upload(screen.getByLabelText('Photo'), png)
    await save()
    expect(await form().findByRole('alert')).toHaveTextContent('This is no image.')
    expect(provider.identity.updateProfile).not.toHaveBeenCalled()
    expect(screen.getByText('me.png')).toBeVisible()
  })

  it('is uploaded only once when the provider fails at first', async () => {
    await openProfile()
    provider.identity.updateProfile.mockRejectedValueOnce(
      providerError('auth/network-request-failed'),
    )
    await user.upload(screen.getByLabelText('Photo'), png)
    await save()
    expect(await form().findByRole('alert')).toHaveTextContent('We can’t reach the login service.')
    await save()
    expect(await screen.findByText('Profile saved')).toBeInTheDocument()
    expect(uploadImage).toHaveBeenCalledOnce()
    expect(form().queryByRole('alert')).not.toBeInTheDocument()
  })
})

it('can be saved again when the server did not receive the change', async () => {
  const { server, kept } = await openProfile()
  server.answer('PUT users', () => ({ status: 503, body: { code: 'busy', message: 'Busy' } }))
  await rename('Paula Newname')
  await save()
  expect(await form().findByRole('alert')).toHaveTextContent(/hasn’t reached our server yet/)
  server.answer('PUT users', () => ({ body: { token: tokenFor(60), user: kept.user } }))
  await save()
  expect(await screen.findByText('Profile saved')).toBeInTheDocument()
})

describe('without a session at the provider', () => {
  it("shows 'No user is logged in', uploads nothing, and leads to the login and back", async () => {
    const { site } = await openProfile()
    // For the change, and for the renewal after it.
    provider.identity.freshIdToken.mockResolvedValueOnce(null).mockResolvedValueOnce(null)
    await user.upload(screen.getByLabelText('Photo'), png)
    await save()
    expect(await form().findByRole('alert')).toHaveTextContent('No user is logged in')
    // In the form and in a toast.
    await waitFor(() => expect(screen.getAllByText('No user is logged in')).toHaveLength(2))
    expect(uploadImage).not.toHaveBeenCalled()
    expect(provider.identity.updateProfile).not.toHaveBeenCalled()

    await user.click(form().getByRole('button', { name: 'Log in again' }))
    await screen.findByRole('heading', { name: 'Login' })
    expect(site.location.state).toEqual({ from: '/dashboard/profile', ended: 'expired' })
    expect(readSession()).toBeNull()
  })

  it('continues when the provider’s session turns out to be valid', async () => {
    await openProfile()
    provider.identity.freshIdToken.mockResolvedValueOnce(null)
    await rename('Paula Newname')
    await save()
    await user.click(await form().findByRole('button', { name: 'Log in again' }))
    await waitFor(() => expect(form().queryByRole('alert')).not.toBeInTheDocument())
    expect(nameField()).toHaveValue('Paula Newname')
  })
})
