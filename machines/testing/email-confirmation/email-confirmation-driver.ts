import type { emailConfirmationMachine } from '#machines/email-confirmation/email-confirmation-machine.ts'
import type { Screen } from '../screen.ts'
import type { Driver, Server } from '../tours.ts'

/** Drives the page that a link in an email opens. */
export function emailConfirmationDriver(
  screen: Screen,
  server: Server,
): Driver<typeof emailConfirmationMachine> {
  const seeProfileLink = () =>
    screen.see('link', 'Go to your profile', { href: '/dashboard/profile' })
  return {
    server,
    do: { retry: () => screen.click('button', 'Try again') },
    see: {
      confirming: async () => {
        await screen.see('heading', 'Confirm your email')
        await screen.see('status', 'Confirming your email')
        await screen.gone('alert')
      },
      failed: async ({ message }) => {
        await screen.see('alert', 'We couldn’t confirm your email', { text: message ?? '' })
        await screen.see('button', 'Try again', { disabled: false })
      },
      linkRefused: async ({ message }) => {
        await screen.see('heading', 'This link doesn’t work')
        await screen.see('text', message ?? '')
        await seeProfileLink()
      },
      loginRequired: async () => {
        await screen.see('heading', 'Log in to confirm your email')
        await screen.see('button', 'Log in', { disabled: false })
      },
      confirmed: async () => {
        await screen.see('heading', 'Email confirmed')
        await screen.see('text', 'Thanks! Your email address is confirmed.')
        await seeProfileLink()
      },
      changed: async ({ email }) => {
        await screen.see('heading', 'Email changed')
        await screen.see('text', `Your email is now ${email}.`)
        await screen.see('button', 'Log in', { disabled: false })
      },
    },
  }
}
