import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { readSession } from '#web/lib/session.ts'
import { user } from '#web/testing/user.ts'
import { provider } from '../testing/fake-provider.ts'
import { fakeServer, providerError } from '../testing/outside-world.ts'
import { renderSite } from '../testing/site.tsx'

vi.mock('#web/lib/identity/index.ts', () => import('../testing/fake-provider.ts'))
vi.mock('#web/lib/api/config.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/api/config.ts')>()),
  loadConfig: async () => ({ identity: { mode: 'emulator' } }),
}))

const field = (label: string) => screen.findByLabelText(label)
async function fill(fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await user.type(await field(label), text)
}
const press = (name: string) => user.click(screen.getByRole('button', { name }))

/** The message beside a field, as assistive technology finds it. */
async function messageOf(label: string) {
  const control = await field(label)
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
  const message = ids
    .map((id) => document.getElementById(id))
    .find((element) => element?.role === 'alert')
  expect(control.getAttribute('aria-invalid')).toBe(message ? 'true' : null)
  return message?.textContent ?? null
}

describe('the login form', () => {
  it('shows which fields are missing and focuses the first of them', async () => {
    renderSite('/login')
    await field('Email')
    await press('Login')
    expect(await messageOf('Email')).toBe('Email required')
    expect(await messageOf('Password')).toBe('Password required')
    expect(await field('Email')).toHaveFocus()

    await fill({ Email: parent.email, Password: '12345' })
    await press('Login')
    expect(await messageOf('Email')).toBeNull()
    expect(await messageOf('Password')).toBe('Password must be 6 characters or longer')
    expect(await field('Password')).toHaveFocus()
    expect(provider.identity.signIn).not.toHaveBeenCalled()
  })

  it('has autocomplete attributes for password managers', async () => {
    renderSite('/login')
    expect(await field('Email')).toHaveAttribute('autocomplete', 'username')
    expect(await field('Email')).toHaveAttribute('inputmode', 'email')
    expect(await field('Password')).toHaveAttribute('autocomplete', 'current-password')
    // Spelling checkers may send the text to a server.
    expect(await field('Password')).toHaveAttribute('spellcheck', 'false')
  })

  it("shows the provider's message and keeps the typed values", async () => {
    provider.identity.signIn.mockRejectedValueOnce(providerError('auth/invalid-credential'))
    renderSite('/login')
    await fill({ Email: ` ${parent.email} `, Password: ' Wrong one ' })
    await press('Login')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Firebase: Error (auth/invalid-credential).')
    expect(alert).toHaveTextContent('That email and password don’t match.')
    // Only the email is trimmed.
    expect(provider.identity.signIn).toHaveBeenCalledWith({
      email: parent.email,
      password: ' Wrong one ',
    })
    expect(await field('Password')).toHaveValue(' Wrong one ')
    await user.click(screen.getByRole('link', { name: 'Create an account' }))
    await field('Name')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('keeps the typed values, and no session, when our server refuses the exchange', async () => {
    const server = fakeServer()
    const message = 'This email belongs to another account.'
    server.answer('PUT users', () => ({ status: 409, body: { code: 'email_taken', message } }))
    renderSite('/login')
    await fill({ Email: parent.email, Password: 'parent123' })
    await press('Login')
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(await field('Email')).toHaveValue(parent.email)
    expect(provider.identity.signOut).toHaveBeenCalled()
    expect(readSession()).toBeNull()
  })
})

it.each<[Record<string, string>, string]>([
  [{}, 'Enter your email, then press Forget Password? again.'],
  [{ Email: 'nobody' }, 'Enter a valid email address'],
])("'Forget Password?' sends nothing after %o, and says why", async (typed, message) => {
  renderSite('/login')
  await fill(typed)
  await user.click(await screen.findByRole('link', { name: 'Forget Password?' }))
  expect(await messageOf('Email')).toBe(message)
  expect(await messageOf('Password')).toBeNull()
  expect(await field('Email')).toHaveFocus()
  expect(provider.identity.sendPasswordReset).not.toHaveBeenCalled()
})

describe('the sign-up form', () => {
  it('shows which fields are missing', async () => {
    renderSite('/signup')
    await field('Name')
    await press('Sign Up')
    expect(await messageOf('Name')).toBe('Name is required')
    expect(await messageOf('Email')).toBe('Email is required')
    expect(await messageOf('Password')).toBe('* Password is required')
    expect(await field('Name')).toHaveFocus()

    await user.type(await field('Password'), '12345')
    expect(await messageOf('Password')).toBe('Password must be 6 characters or longer')
    expect(provider.identity.signUp).not.toHaveBeenCalled()
  })

  it('offers to log in when the email already has an account', async () => {
    provider.identity.signUp.mockRejectedValueOnce(providerError('auth/email-already-in-use'))
    renderSite('/signup')
    await fill({ Name: parent.name, Email: parent.email, Password: 'parent123' })
    await press('Sign Up')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Firebase: Error (auth/email-already-in-use).',
    )
    await user.click(screen.getByRole('link', { name: 'Log in with this email' }))
    await screen.findByRole('heading', { name: 'Login' })
    expect(await field('Email')).toHaveValue(parent.email)
  })

  it('knows the name that was typed in the quick form', async () => {
    sessionStorage.setItem('sprout.quick-appointment', JSON.stringify({ name: 'Paula' }))
    renderSite('/signup')
    expect(await field('Name')).toHaveValue('Paula')
  })

  it('asks password managers for a new password', async () => {
    renderSite('/signup')
    expect(await field('Password')).toHaveAttribute('autocomplete', 'new-password')
    expect(await field('Name')).toHaveAttribute('autocomplete', 'name')
  })
})

describe('the second factor', () => {
  it('requires the code, then opens the page that the user came for', async () => {
    fakeServer()
    provider.identity.signIn.mockResolvedValueOnce({
      kind: 'secondFactorRequired',
      phoneHint: '+*******0100',
    })
    provider.identity.confirmSecondFactorCode.mockImplementationOnce(async () => {
      provider.becomes(parent.email)
      return { kind: 'signedIn' }
    })
    renderSite('/appointment')
    await fill({ Email: parent.email, Password: 'parent123' })
    await press('Login')

    const code = await field('Verification code')
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    expect(code).toHaveFocus()
    const mailbox = await screen.findByRole('link', { name: /^mailbox/ })
    expect(mailbox).toHaveAttribute('href', '/sandbox/mailbox')
    await press('Confirm')
    expect(await messageOf('Verification code')).toBe('Code is required')

    await user.type(code, '123456')
    await press('Confirm')
    expect(await screen.findByRole('heading', { name: 'Appointment' })).toBeVisible()
    expect(provider.identity.confirmSecondFactorCode).toHaveBeenLastCalledWith({ code: '123456' })
  })
})
