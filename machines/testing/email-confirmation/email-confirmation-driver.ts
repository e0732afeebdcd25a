import type { emailConfirmationMachine } from '#machines/email-confirmation/email-confirmation-machine.ts'
import * as words from '#words/en/account/email-links.ts'
import * as signIn from '#words/en/account/sign-in.ts'
import * as loading from '#words/en/loading.ts'
import type { Screen } from '../screen.ts'
import type { Driver, Server } from '../tours.ts'

/** Drives the page that a link in an email opens. */
export function emailConfirmationDriver(
  screen: Screen,
  server: Server,
): Driver<typeof emailConfirmationMachine> {
  const seeProfileLink = () =>
    screen.see('link', signIn.goToProfile, { href: '/dashboard/profile' })
  return {
    server,
    do: { retry: () => screen.click('button', loading.tryAgain) },
    see: {
      confirming: async () => {
        await screen.see('heading', words.confirmEmail)
        await screen.see('status', words.confirmingEmail)
        await screen.gone('alert')
      },
      failed: async ({ message }) => {
        await screen.see('alert', words.emailNotConfirmed, { text: message ?? '' })
        await screen.see('button', loading.tryAgain, { disabled: false })
      },
      linkRefused: async ({ message }) => {
        await screen.see('heading', words.linkDoesNotWork)
        await screen.see('text', message ?? '')
        await seeProfileLink()
      },
      loginRequired: async () => {
        await screen.see('heading', words.logInToConfirm)
        await screen.see('button', signIn.logIn, { disabled: false })
      },
      confirmed: async () => {
        await screen.see('heading', words.emailConfirmed)
        await screen.see('text', words.thanks)
        await seeProfileLink()
      },
      changed: async ({ email }) => {
        await screen.see('heading', words.emailChanged)
        await screen.see('text', words.emailIsNow(email ?? ''))
        await screen.see('button', signIn.logIn, { disabled: false })
      },
    },
  }
}
