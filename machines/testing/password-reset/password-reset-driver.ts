import type {
  PasswordResetContext,
  passwordResetMachine,
} from '#machines/password-reset/password-reset-machine.ts'
import * as words from '#words/en/account/email-links.ts'
import * as login from '#words/en/account/login.ts'
import * as signIn from '#words/en/account/sign-in.ts'
import * as loading from '#words/en/loading.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { all, type Driver, type Server } from '../tours.ts'

/** Drives the page that the link of a password email opens. */
export function passwordResetDriver(
  screen: Screen,
  server: Server,
): Driver<typeof passwordResetMachine> {
  const resetForm = screen.within('form', words.resetPassword)
  const linkForm = screen.within('form', words.requestNewLink)

  const seePasswordForm =
    (isBusy: boolean) =>
    async ({ email }: PasswordResetContext) => {
      await screen.see('heading', words.resetPassword)
      await screen.see('text', words.newPasswordFor(email))
      await resetForm.see('button', words.savePassword, { busy: isBusy })
    }

  const seeLinkForm =
    (isBusy: boolean) =>
    async ({ reason }: PasswordResetContext) => {
      await screen.see('heading', words.requestNewLink)
      await screen.see('text', reason ?? '')
      await linkForm.see('button', words.sendNewLink, { busy: isBusy })
      await linkForm.see('link', words.backToLogin, { href: '/login' })
      await screen.gone('alertdialog')
    }

  return {
    server,
    do: {
      retry: () => screen.click('button', loading.tryAgain),
      'password.submit': async ({ password }) => {
        await resetForm.fill(words.newPassword, password)
        await resetForm.click('button', words.savePassword)
      },
      'link.request': async ({ email }) => {
        await linkForm.fill(signIn.email, email)
        await linkForm.click('button', words.sendNewLink)
      },
    },
    see: {
      checkingLink: async () => {
        await screen.see('heading', words.resetPassword)
        await screen.see('status', words.checkingLink)
      },
      checkFailed: ({ message }) =>
        screen.see('alert', words.linkNotChecked, { text: message ?? '' }),
      'choosingPassword.untouched': all(seePasswordForm(false), seeMessage(screen)),
      'choosingPassword.refused': all(seePasswordForm(false), seeMessage(resetForm)),
      changingPassword: all(seePasswordForm(true), seeMessage(screen)),
      changed: async ({ email }) => {
        await screen.see('heading', login.title)
        await screen.see('field', signIn.email, { value: email })
        await screen.see('text', words.passwordChanged)
      },
      'linkRefused.form.untouched': all(seeLinkForm(false), seeMessage(screen)),
      'linkRefused.form.failed': all(seeLinkForm(false), seeMessage(linkForm)),
      'linkRefused.sendingLink': all(seeLinkForm(true), seeMessage(screen)),
      'linkRefused.linkSent': () => screen.see('alertdialog', login.checkYourEmail),
    },
  }
}
