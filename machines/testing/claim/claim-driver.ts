import type { claimMachine } from '#machines/claim/claim-machine.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { all, type Driver, type Server } from '../tours.ts'

/**
 * Drives the page of a claim.
 * @param email of the user who is logged in, except where the walk leads to the login
 */
export function claimDriver(
  screen: Screen,
  server: Server,
  { email }: { email: string },
): Driver<typeof claimMachine> {
  const seeProving = (isBusy: boolean) => async () => {
    await screen.see('heading', 'Find your family')
    await screen.see('field', 'Month', { readOnly: isBusy })
    await screen.see('button', 'Confirm', { busy: isBusy })
    await screen.see('text', email)
  }
  const seeUnverified = (isBusy: boolean) => async () => {
    await screen.see('heading', 'Confirm your email first')
    await screen.see('button', 'I’ve confirmed it', { busy: isBusy })
    await screen.see('button', 'Resend email')
  }
  async function seeEnd(title: string, lead: RegExp) {
    await screen.see('heading', title)
    await screen.see('text', lead)
    await screen.gone('button', 'Confirm')
  }

  return {
    server,
    do: {
      retry: () => screen.click('button', 'Try again'),
      'email.check': () => screen.click('button', 'I’ve confirmed it'),
      'birthDate.submit': async ({ birthDate }) => {
        const [year = '', month = '', day = ''] = birthDate.split('-')
        await screen.fill('Month', month)
        await screen.fill('Day', day)
        await screen.fill('Year', year)
        await screen.click('button', 'Confirm')
      },
    },
    see: {
      loading: async () => {
        await screen.see('status', 'Checking your link')
        await screen.gone('alert')
      },
      loadFailed: async ({ message }) => {
        await screen.see('alert', 'We couldn’t check your link', { text: message ?? '' })
        await screen.see('button', 'Try again', { disabled: false })
      },
      login: async () => {
        await screen.see('heading', /^Your family at /)
        await screen.see('link', 'Create an account', { href: '/signup' })
        await screen.see('link', 'Log in', { href: '/login' })
        await screen.gone('field', 'Month')
      },
      'unverified.untouched': all(seeUnverified(false), seeMessage(screen)),
      'unverified.unconfirmed': all(seeUnverified(false), () =>
        screen.see('alert', 'Your email isn’t confirmed yet.'),
      ),
      'unverified.failed': all(seeUnverified(false), seeMessage(screen)),
      checkingEmail: seeUnverified(true),
      'proving.untouched': all(seeProving(false), seeMessage(screen)),
      'proving.wrong': all(seeProving(false), seeMessage(screen)),
      'proving.refused': all(seeProving(false), seeMessage(screen)),
      confirming: seeProving(true),
      done: async ({ claimed }) => {
        await screen.see('heading', 'Your family is in your account')
        await screen.see('text', 'You can now see and book for Mia and Ben.')
        const coming = screen.within('region', 'Coming appointments')
        await coming.see('listitem', 'Vaccinations/Immunizations for Mia')
        await screen.see('link', 'Go to my appointments', { href: '/dashboard' })
        await screen.see('heading', 'Invite Tom Engel?')
        await screen.see('field', 'Their email', { value: claimed?.otherGuardian?.email ?? '' })
      },
      conflict: async ({ message }) => {
        await screen.see('heading', 'We couldn’t add your family')
        await screen.see('text', message ?? '')
        await screen.see('button', 'Log in with another account', { disabled: false })
        await screen.see('link', 'Go to my appointments', { href: '/dashboard' })
      },
      used: () => seeEnd('This link has been used', /ask the other guardian to invite you/),
      failed: () => seeEnd('Too many wrong birth dates', /for a new letter/),
      expired: () => seeEnd('This link has expired', /for a new one/),
      replaced: () => seeEnd('There is a newer link', /our latest email or letter/),
      notFound: () => seeEnd('This link doesn’t work', /It may be incomplete/),
    },
  }
}
