import type { ReceivedInvitation } from '#contract/guardians/guardians.ts'
import type { invitationMachine } from '#machines/invitation/invitation-machine.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { all, type Driver, type Server } from '../tours.ts'

/**
 * Drives the page of an invitation, as the user with its email.
 * @param invitation to Mia, who is on the user's own list, and Ben, with the rights to book and to get emails
 */
export function invitationDriver(
  screen: Screen,
  server: Server,
  { email, invitation: { inviterEmail } }: { email: string; invitation: ReceivedInvitation },
): Driver<typeof invitationMachine> {
  const seeOpen = (isBusy: boolean) => async () => {
    await screen.see('heading', 'Look after Mia and Ben')
    await screen.see('text', `${inviterEmail} invites you to look after Mia and Ben together.`)
    await screen
      .within('region', 'What you’ll be able to do')
      .seeAll('listitem', [
        'See their birth dates and appointments',
        'Book, move and cancel appointments',
        'Get emails about appointments',
      ])
    await screen.see('heading', 'Mia is already on your list')
    await screen.see('button', 'Accept', { busy: isBusy })
    await screen.see('link', 'Not now', { href: '/dashboard' })
  }
  const seeUnsent = (isBusy: boolean) => async () => {
    await screen.see('heading', 'Confirm your email first')
    await screen.see('status', /^We sent you an email with a link when you signed up\./)
    await screen.see('button', 'Resend email', { busy: isBusy })
    await screen.gone('button', 'I’ve confirmed it')
  }
  const seeSent = (isBusy: boolean) => async () => {
    await screen.see('status', `We sent an email to ${email}. Click the link in it`)
    await screen.see('button', 'I’ve confirmed it', { busy: isBusy })
    await screen.see('button', 'Resend email', { disabled: isBusy })
  }
  async function seeEnd(title: string, lead: string) {
    await screen.see('heading', title)
    await screen.see('text', lead)
    await screen.gone('button', 'Accept')
  }

  return {
    server,
    do: {
      retry: () => screen.click('button', 'Try again'),
      'invitation.accept': () => screen.click('button', 'Accept'),
      'email.send': () => screen.click('button', /^(Send|Resend) email$/),
      'email.check': () => screen.click('button', 'I’ve confirmed it'),
    },
    see: {
      loading: async () => {
        await screen.see('status', 'Loading your invitation')
        await screen.gone('alert')
      },
      loadFailed: async ({ message }) => {
        await screen.see('alert', 'We couldn’t load your invitation', { text: message ?? '' })
        await screen.see('button', 'Try again', { disabled: false })
      },
      notFound: () => seeEnd('We couldn’t find that invitation', 'See my appointments'),
      otherAddress: async () => {
        await seeEnd(
          'This invitation is for another address',
          `You’re logged in as ${email}. Log in with the address that the invitation was sent to.`,
        )
        await screen.see('button', 'Log in with another address', { disabled: false })
      },
      'unverified.emailUnsent.untouched': all(seeUnsent(false), seeMessage(screen)),
      'unverified.emailUnsent.failed': all(seeUnsent(false), seeMessage(screen)),
      'unverified.sendingEmail': () =>
        screen.see('button', /^(Send|Resend) email$/, { busy: true }),
      'unverified.emailSent.untouched': all(seeSent(false), seeMessage(screen)),
      'unverified.emailSent.unconfirmed': all(seeSent(false), () =>
        screen.see('alert', 'Your email isn’t confirmed yet.'),
      ),
      'unverified.emailSent.failed': all(seeSent(false), seeMessage(screen)),
      'unverified.checkingEmail': seeSent(true),
      'open.untouched': all(seeOpen(false), seeMessage(screen)),
      'open.refused': all(seeOpen(false), seeMessage(screen), () =>
        screen.see('link', 'My Children', { href: '/dashboard/children' }),
      ),
      accepting: seeOpen(true),
      accepted: async ({ children, invitation }) => {
        await seeEnd(
          'Invitation accepted',
          children.length > 0
            ? 'You can now see and book for Mia and Ben.'
            : 'You have accepted this invitation. The children are under My Children.',
        )
        await screen.see('link', 'My Children', { href: '/dashboard/children' })
        for (const { _id, name } of invitation?.bookable ?? []) {
          const href = `/appointment?child=${_id}`
          await screen.see('link', `Book for ${name}`, { href })
        }
      },
      expired: () =>
        seeEnd('This invitation has expired', `Ask ${inviterEmail} for a new invitation.`),
      revoked: () =>
        seeEnd(
          'This invitation was withdrawn',
          `If you think that’s a mistake, ask ${inviterEmail} for a new invitation.`,
        ),
    },
  }
}
