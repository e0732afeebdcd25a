import type { ReceivedInvitation } from '#contract/guardians/guardians.ts'
import { joinNames } from '#contract/names.ts'
import type { invitationMachine } from '#machines/invitation/invitation-machine.ts'
import * as confirmation from '#words/en/account/email-confirmation.ts'
import * as signIn from '#words/en/account/sign-in-sentences.tsx'
import * as words from '#words/en/families/invitation.ts'
import * as sentences from '#words/en/families/invitation-sentences.tsx'
import * as rights from '#words/en/families/rights.ts'
import * as frame from '#words/en/frame.ts'
import * as loading from '#words/en/loading.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { oneOf, textOf } from '../sentences.ts'
import { all, type Driver, type Server } from '../tours.ts'

const CHILDREN = joinNames(['Mia', 'Ben'])
const SEND = oneOf(confirmation.send, confirmation.resend)

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
    await screen.see('heading', words.lookAfter(CHILDREN))
    await screen.see('text', words.invitesYou(inviterEmail, CHILDREN))
    await screen
      .within('region', words.whatYouCanDo)
      .seeAll('listitem', [words.seeThem, rights.mayBook, rights.receivesEmail])
    await screen.see('heading', words.oneIsListed('Mia'))
    await screen.see('button', words.accept, { busy: isBusy })
    await screen.see('link', words.notNow, { href: '/dashboard' })
  }
  const seeUnsent = (isBusy: boolean) => async () => {
    await screen.see('heading', words.confirmFirst)
    await screen.see('status', words.sentAtSignUp)
    await screen.see('button', confirmation.resend, { busy: isBusy })
    await screen.gone('button', confirmation.haveConfirmed)
  }
  const seeSent = (isBusy: boolean) => async () => {
    await screen.see('status', textOf(signIn.emailSentTo(email)))
    await screen.see('button', confirmation.haveConfirmed, { busy: isBusy })
    await screen.see('button', confirmation.resend, { disabled: isBusy })
  }
  async function seeEnd(title: string, lead: string) {
    await screen.see('heading', title)
    await screen.see('text', lead)
    await screen.gone('button', words.accept)
  }

  return {
    server,
    do: {
      retry: () => screen.click('button', loading.tryAgain),
      'invitation.accept': () => screen.click('button', words.accept),
      'email.send': () => screen.click('button', SEND),
      'email.check': () => screen.click('button', confirmation.haveConfirmed),
    },
    see: {
      loading: async () => {
        await screen.see('status', words.loading)
        await screen.gone('alert')
      },
      loadFailed: async ({ message }) => {
        await screen.see('alert', words.didNotLoad, { text: message ?? '' })
        await screen.see('button', loading.tryAgain, { disabled: false })
      },
      notFound: () => seeEnd(words.notFound, words.seeMyAppointments),
      otherAddress: async () => {
        await seeEnd(words.isForOtherAddress, words.loggedInAs(email))
        await screen.see('button', words.useOtherAddress, { disabled: false })
      },
      'unverified.emailUnsent.untouched': all(seeUnsent(false), seeMessage(screen)),
      'unverified.emailUnsent.failed': all(seeUnsent(false), seeMessage(screen)),
      'unverified.sendingEmail': () => screen.see('button', SEND, { busy: true }),
      'unverified.emailSent.untouched': all(seeSent(false), seeMessage(screen)),
      'unverified.emailSent.unconfirmed': all(seeSent(false), () =>
        screen.see('alert', confirmation.notConfirmedYet),
      ),
      'unverified.emailSent.failed': all(seeSent(false), seeMessage(screen)),
      'unverified.checkingEmail': seeSent(true),
      'open.untouched': all(seeOpen(false), seeMessage(screen)),
      'open.refused': all(seeOpen(false), seeMessage(screen), () =>
        screen.see('link', frame.myChildren, { href: '/dashboard/children' }),
      ),
      accepting: seeOpen(true),
      accepted: async ({ children, invitation }) => {
        await seeEnd(
          words.accepted,
          children.length > 0 ? words.canBookFor(CHILDREN) : words.acceptedBefore,
        )
        await screen.see('link', frame.myChildren, { href: '/dashboard/children' })
        for (const { _id, name } of invitation?.bookable ?? []) {
          const href = `/appointment?child=${_id}`
          await screen.see('link', textOf(sentences.bookFor(name)), { href })
        }
      },
      expired: () => seeEnd(words.hasExpired, words.askForNewOne(inviterEmail)),
      revoked: () => seeEnd(words.wasWithdrawn, words.ifThatIsMistake(inviterEmail)),
    },
  }
}
