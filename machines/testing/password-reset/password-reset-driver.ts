import type {
  PasswordResetContext,
  passwordResetMachine,
} from '#machines/password-reset/password-reset-machine.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { all, type Driver, type Server } from '../tours.ts'

/** Drives the page that the link of a password email opens. */
export function passwordResetDriver(
  screen: Screen,
  server: Server,
): Driver<typeof passwordResetMachine> {
  const resetForm = screen.within('form', 'Reset password')
  const linkForm = screen.within('form', 'Request a new link')

  const seePasswordForm =
    (isBusy: boolean) =>
    async ({ email }: PasswordResetContext) => {
      await screen.see('heading', 'Reset password')
      await screen.see('text', `Choose a new password for ${email}.`)
      await resetForm.see('button', 'Save password', { busy: isBusy })
    }

  const seeLinkForm =
    (isBusy: boolean) =>
    async ({ reason }: PasswordResetContext) => {
      await screen.see('heading', 'Request a new link')
      await screen.see('text', reason ?? '')
      await linkForm.see('button', 'Send a new link', { busy: isBusy })
      await linkForm.see('link', 'Back to login', { href: '/login' })
      await screen.gone('alertdialog')
    }

  return {
    server,
    do: {
      retry: () => screen.click('button', 'Try again'),
      'password.submit': async ({ password }) => {
        await resetForm.fill('New password', password)
        await resetForm.click('button', 'Save password')
      },
      'link.request': async ({ email }) => {
        await linkForm.fill('Email', email)
        await linkForm.click('button', 'Send a new link')
      },
    },
    see: {
      checkingLink: async () => {
        await screen.see('heading', 'Reset password')
        await screen.see('status', 'Checking your link')
      },
      checkFailed: ({ message }) =>
        screen.see('alert', 'We couldn’t check your link', { text: message ?? '' }),
      'choosingPassword.untouched': all(seePasswordForm(false), seeMessage(screen)),
      'choosingPassword.refused': all(seePasswordForm(false), seeMessage(resetForm)),
      changingPassword: all(seePasswordForm(true), seeMessage(screen)),
      changed: async ({ email }) => {
        await screen.see('heading', 'Login')
        await screen.see('field', 'Email', { value: email })
        await screen.see('text', 'Your password has been changed')
      },
      'linkRefused.form.untouched': all(seeLinkForm(false), seeMessage(screen)),
      'linkRefused.form.failed': all(seeLinkForm(false), seeMessage(linkForm)),
      'linkRefused.sendingLink': all(seeLinkForm(true), seeMessage(screen)),
      'linkRefused.linkSent': () => screen.see('alertdialog', 'Check your email'),
    },
  }
}
