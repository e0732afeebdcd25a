import { joinNames } from '#contract/names.ts'
import type { claimMachine } from '#machines/claim/claim-machine.ts'
import * as words from '#words/en/account/claim.ts'
import * as sentences from '#words/en/account/claim-sentences.tsx'
import * as confirmation from '#words/en/account/email-confirmation.ts'
import * as links from '#words/en/account/email-links.ts'
import * as signIn from '#words/en/account/sign-in.ts'
import * as fields from '#words/en/families/components.ts'
import * as loading from '#words/en/loading.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { anyOf, textOf } from '../sentences.ts'
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
    await screen.see('heading', words.findFamily)
    await screen.see('field', fields.month, { readOnly: isBusy })
    await screen.see('button', words.confirm, { busy: isBusy })
    await screen.see('text', email)
  }
  const seeUnverified = (isBusy: boolean) => async () => {
    await screen.see('heading', words.confirmEmailFirst)
    await screen.see('button', confirmation.haveConfirmed, { busy: isBusy })
    await screen.see('button', confirmation.resend)
  }
  async function seeEnd(title: string, lead: RegExp) {
    await screen.see('heading', title)
    await screen.see('text', lead)
    await screen.gone('button', words.confirm)
  }

  return {
    server,
    do: {
      retry: () => screen.click('button', loading.tryAgain),
      'email.check': () => screen.click('button', confirmation.haveConfirmed),
      'birthDate.submit': async ({ birthDate }) => {
        const [year = '', month = '', day = ''] = birthDate.split('-')
        await screen.fill(fields.month, month)
        await screen.fill(fields.day, day)
        await screen.fill(fields.year, year)
        await screen.click('button', words.confirm)
      },
    },
    see: {
      loading: async () => {
        await screen.see('status', links.checkingLink)
        await screen.gone('alert')
      },
      loadFailed: async ({ message }) => {
        await screen.see('alert', links.linkNotChecked, { text: message ?? '' })
        await screen.see('button', loading.tryAgain, { disabled: false })
      },
      login: async () => {
        await screen.see('heading', anyOf(words.yourFamilyAt))
        await screen.see('link', signIn.createAccount, { href: '/signup' })
        await screen.see('link', signIn.logIn, { href: '/login' })
        await screen.gone('field', fields.month)
      },
      'unverified.untouched': all(seeUnverified(false), seeMessage(screen)),
      'unverified.unconfirmed': all(seeUnverified(false), () =>
        screen.see('alert', confirmation.notConfirmedYet),
      ),
      'unverified.failed': all(seeUnverified(false), seeMessage(screen)),
      checkingEmail: seeUnverified(true),
      'proving.untouched': all(seeProving(false), seeMessage(screen)),
      'proving.wrong': all(seeProving(false), seeMessage(screen)),
      'proving.refused': all(seeProving(false), seeMessage(screen)),
      confirming: seeProving(true),
      done: async ({ claimed }) => {
        await screen.see('heading', words.familyAdded)
        await screen.see('text', words.canNowBookFor(joinNames(['Mia', 'Ben'])))
        const coming = screen.within('region', words.comingAppointments)
        await coming.see(
          'listitem',
          textOf(sentences.treatmentFor('Vaccinations/Immunizations', 'Mia')),
        )
        await screen.see('link', words.goToAppointments, { href: '/dashboard' })
        await screen.see('heading', words.inviteQuestion('Tom Engel'))
        await screen.see('field', words.guardianEmail, {
          value: claimed?.otherGuardian?.email ?? '',
        })
      },
      conflict: async ({ message }) => {
        await screen.see('heading', words.familyNotAdded)
        await screen.see('text', message ?? '')
        await screen.see('button', words.logInWithOther, { disabled: false })
        await screen.see('link', words.goToAppointments, { href: '/dashboard' })
      },
      used: () => seeEnd(words.linkUsed, anyOf(sentences.askOtherGuardian)),
      failed: () => seeEnd(words.tooManyWrongDates, anyOf(sentences.callForNewLetter)),
      expired: () => seeEnd(words.linkExpired, anyOf(sentences.callForNewLink)),
      replaced: () => seeEnd(words.newerLink, anyOf(sentences.useLatestLink)),
      notFound: () => seeEnd(words.linkDoesNotWork, anyOf(sentences.checkAddress)),
    },
  }
}
