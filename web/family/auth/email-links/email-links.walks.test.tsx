import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { describe, it, vi } from 'vitest'
import { emailConfirmationMachine } from '#machines/email-confirmation/email-confirmation-machine.ts'
import { passwordResetMachine } from '#machines/password-reset/password-reset-machine.ts'
import { emailConfirmationDriver } from '#machines/testing/email-confirmation/email-confirmation-driver.ts'
import {
  CODE,
  emailConfirmationWalks,
} from '#machines/testing/email-confirmation/email-confirmation-walks.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { passwordResetDriver } from '#machines/testing/password-reset/password-reset-driver.ts'
import {
  passwordResetFixture,
  passwordResetWalks,
} from '#machines/testing/password-reset/password-reset-walks.ts'
import { take } from '#machines/testing/tours.ts'
import { Toasts } from '#web/components/toasts.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import LoginPage from '../login/login-page.tsx'
import { AuthProvider } from '../session/auth-provider.tsx'
import { ConfirmEmail } from './confirm-email-page.tsx'
import { ResetPassword } from './reset-password-page.tsx'

// The page prepares the provider's code, which the walks do not call.
vi.mock('#web/lib/identity/index.ts', () => import('../testing/fake-provider.ts'))

function open(page: ReactNode) {
  render(
    <InSite>
      <AuthProvider>
        <Routes>
          <Route path="/" element={page} />
          <Route path="/login" element={<LoginPage />} />
        </Routes>
      </AuthProvider>
      <Toasts />
    </InSite>,
    { reactStrictMode: true },
  )
  return jsdomScreen(userEvent.setup({ delay: null }))
}

describe('the email confirmation page', () => {
  it.each(emailConfirmationWalks())('follows the machine: $name', async (walk) => {
    const actors = holdActors(emailConfirmationMachine)
    const screen = open(<ConfirmEmail code={CODE} logic={actors.machine} />)
    await take(walk, emailConfirmationDriver(screen, screensServer(actors)))
  })
})

describe('the password reset page', () => {
  it.each(passwordResetWalks())('follows the machine: $name', async (walk) => {
    const actors = holdActors(passwordResetMachine)
    const screen = open(<ResetPassword code={passwordResetFixture.code} logic={actors.machine} />)
    await take(walk, passwordResetDriver(screen, screensServer(actors)))
  })
})
