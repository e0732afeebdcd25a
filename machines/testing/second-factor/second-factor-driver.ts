import type {
  SecondFactorContext,
  secondFactorMachine,
} from '#machines/second-factor/second-factor-machine.ts'
import * as codeWords from '#words/en/account/code.ts'
import * as confirmation from '#words/en/account/email-confirmation.ts'
import * as signIn from '#words/en/account/sign-in-sentences.tsx'
import * as words from '#words/en/families/profile/two-step.ts'
import * as sentences from '#words/en/families/profile/two-step-sentences.tsx'
import * as frame from '#words/en/frame.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { oneOf, textOf } from '../sentences.ts'
import { all, type Driver, type Server } from '../tours.ts'

const SEND = oneOf(confirmation.send, confirmation.resend)

interface AccountFixture {
  email: string
  /** Opens the page with an account whose email is confirmed, or not. */
  openWith(emailVerified: boolean): void | Promise<void>
  /** Confirms the email in another window, and returns to the page, which reads the account again. */
  confirmElsewhere(): void | Promise<void>
}

/** Drives the profile's card that adds a phone. */
export function secondFactorDriver(
  screen: Screen,
  server: Server,
  { email, openWith, confirmElsewhere }: AccountFixture,
): Driver<typeof secondFactorMachine> {
  const form = screen.within('form', words.title)

  const seeUnsent = (isBusy: boolean) => async () => {
    await screen.see('status', textOf(sentences.confirmEmailFirst(email)))
    await screen.see('button', confirmation.send, { busy: isBusy })
    await screen.gone('button', confirmation.haveConfirmed)
  }

  const seeSent = (isBusy: boolean) => async () => {
    await screen.see('status', textOf(signIn.emailSentTo(email)))
    await screen.see('button', confirmation.haveConfirmed, { busy: isBusy })
    await screen.see('button', confirmation.resend, { disabled: isBusy })
  }

  const seePhone = (isBusy: boolean) => async () => {
    await form.see('field', words.phone, { readOnly: isBusy })
    await form.see('button', words.sendCode, { busy: isBusy })
    await form.see('button', frame.cancel, { disabled: false })
  }

  const seeCode =
    (
      status: (context: SecondFactorContext) => string,
      can: { confirm: boolean; resend: boolean },
    ) =>
    async (context: SecondFactorContext) => {
      await form.see('status', status(context))
      await form.see('button', codeWords.confirm, { disabled: !can.confirm })
      await form.see('button', codeWords.sendNewCode, { disabled: !can.resend })
    }
  const seeFailure = seeMessage(screen)
  const textedTo = ({ phone }: SecondFactorContext) => codeWords.sentTo(phone)

  return {
    server,
    do: {
      'phone.add': async ({ emailVerified }) => {
        await openWith(emailVerified)
        await screen.click('button', words.addPhone)
      },
      'enrollment.cancel': async () => {
        await screen.click('button', frame.cancel)
        await screen.see('heading', words.title, { focused: true })
      },
      'email.send': () => screen.click('button', SEND),
      'email.check': () => screen.click('button', confirmation.haveConfirmed),
      'email.verified': confirmElsewhere,
      'phone.submit': async ({ phone }) => {
        await form.fill(words.phone, phone)
        await form.click('button', words.sendCode)
      },
      'code.submit': async ({ code }) => {
        await form.fill(codeWords.verificationCode, code)
        await form.click('button', codeWords.confirm)
      },
      'code.resend': () => form.click('button', codeWords.sendNewCode),
    },
    see: {
      closed: async () => {
        await screen.see('button', words.addPhone, { disabled: false })
        await screen.see('text', words.noPhoneYet)
        await screen.gone('form', words.title)
      },
      'confirmingEmail.emailUnsent.untouched': all(seeUnsent(false), seeFailure),
      'confirmingEmail.emailUnsent.failed': all(seeUnsent(false), seeFailure),
      'confirmingEmail.sendingEmail': all(seeUnsent(true), seeFailure),
      'confirmingEmail.emailSent.untouched': all(seeSent(false), seeFailure),
      'confirmingEmail.emailSent.unconfirmed': all(seeSent(false), () =>
        screen.see('alert', confirmation.notConfirmedYet),
      ),
      'confirmingEmail.emailSent.failed': all(seeSent(false), seeFailure),
      'confirmingEmail.checkingEmail': all(seeSent(true), seeFailure),
      'choosingPhone.untouched': all(seePhone(false), seeFailure),
      'choosingPhone.refused': all(seePhone(false), seeFailure),
      sendingFirstCode: all(seePhone(true), seeFailure),
      'enteringCode.awaitingCode.untouched': async (context) => {
        await seeCode(textedTo, { confirm: true, resend: true })(context)
        await form.see('field', codeWords.verificationCode, { focused: true })
        await seeFailure(context)
      },
      'enteringCode.awaitingCode.refused': all(
        seeCode(textedTo, { confirm: true, resend: true }),
        seeFailure,
      ),
      'enteringCode.sendingCode': async (context) => {
        await form.see('status', codeWords.sendingTo(context.phone))
        await form.see('button', codeWords.sendNewCode, { busy: true })
        await form.see('button', codeWords.confirm, { disabled: true })
        await seeFailure(context)
      },
      'enteringCode.codeNotSent': all(
        seeCode(({ phone }) => codeWords.notSentTo(phone), {
          confirm: false,
          resend: true,
        }),
        seeFailure,
      ),
      'enteringCode.confirmingCode': async (context) => {
        await form.see('button', codeWords.confirm, { busy: true })
        await form.see('button', codeWords.cancel, { disabled: true })
        await seeFailure(context)
      },
    },
  }
}
