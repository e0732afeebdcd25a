import type {
  SecondFactorContext,
  secondFactorMachine,
} from '#machines/second-factor/second-factor-machine.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { all, type Driver, type Server } from '../tours.ts'

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
  const form = screen.within('form', 'Two-step verification')

  const seeUnsent = (isBusy: boolean) => async () => {
    await screen.see('status', `First, confirm your email. We’ll send a link to ${email}.`)
    await screen.see('button', 'Send email', { busy: isBusy })
    await screen.gone('button', 'I’ve confirmed it')
  }

  const seeSent = (isBusy: boolean) => async () => {
    await screen.see('status', `We sent an email to ${email}. Click the link in it`)
    await screen.see('button', 'I’ve confirmed it', { busy: isBusy })
    await screen.see('button', 'Resend email', { disabled: isBusy })
  }

  const seePhone = (isBusy: boolean) => async () => {
    await form.see('field', 'Phone', { readOnly: isBusy })
    await form.see('button', 'Send a code', { busy: isBusy })
    await form.see('button', 'Cancel', { disabled: false })
  }

  const seeCode =
    (
      status: (context: SecondFactorContext) => string,
      can: { confirm: boolean; resend: boolean },
    ) =>
    async (context: SecondFactorContext) => {
      await form.see('status', status(context))
      await form.see('button', 'Confirm', { disabled: !can.confirm })
      await form.see('button', 'Send a new code', { disabled: !can.resend })
    }
  const seeFailure = seeMessage(screen)
  const textedTo = ({ phone }: SecondFactorContext) => `We texted a code to ${phone}.`

  return {
    server,
    do: {
      'phone.add': async ({ emailVerified }) => {
        await openWith(emailVerified)
        await screen.click('button', 'Add a phone')
      },
      'enrollment.cancel': async () => {
        await screen.click('button', 'Cancel')
        await screen.see('heading', 'Two-step verification', { focused: true })
      },
      'email.send': () => screen.click('button', /^(Send|Resend) email$/),
      'email.check': () => screen.click('button', 'I’ve confirmed it'),
      'email.verified': confirmElsewhere,
      'phone.submit': async ({ phone }) => {
        await form.fill('Phone', phone)
        await form.click('button', 'Send a code')
      },
      'code.submit': async ({ code }) => {
        await form.fill('Verification code', code)
        await form.click('button', 'Confirm')
      },
      'code.resend': () => form.click('button', 'Send a new code'),
    },
    see: {
      closed: async () => {
        await screen.see('button', 'Add a phone', { disabled: false })
        await screen.see('text', 'You haven’t added a phone yet.')
        await screen.gone('form', 'Two-step verification')
      },
      'confirmingEmail.emailUnsent.untouched': all(seeUnsent(false), seeFailure),
      'confirmingEmail.emailUnsent.failed': all(seeUnsent(false), seeFailure),
      'confirmingEmail.sendingEmail': all(seeUnsent(true), seeFailure),
      'confirmingEmail.emailSent.untouched': all(seeSent(false), seeFailure),
      'confirmingEmail.emailSent.unconfirmed': all(seeSent(false), () =>
        screen.see('alert', 'Your email isn’t confirmed yet.'),
      ),
      'confirmingEmail.emailSent.failed': all(seeSent(false), seeFailure),
      'confirmingEmail.checkingEmail': all(seeSent(true), seeFailure),
      'choosingPhone.untouched': all(seePhone(false), seeFailure),
      'choosingPhone.refused': all(seePhone(false), seeFailure),
      sendingFirstCode: all(seePhone(true), seeFailure),
      'enteringCode.awaitingCode.untouched': async (context) => {
        await seeCode(textedTo, { confirm: true, resend: true })(context)
        await form.see('field', 'Verification code', { focused: true })
        await seeFailure(context)
      },
      'enteringCode.awaitingCode.refused': all(
        seeCode(textedTo, { confirm: true, resend: true }),
        seeFailure,
      ),
      'enteringCode.sendingCode': async (context) => {
        await form.see('status', `Sending a code to ${context.phone}…`)
        await form.see('button', 'Send a new code', { busy: true })
        await form.see('button', 'Confirm', { disabled: true })
        await seeFailure(context)
      },
      'enteringCode.codeNotSent': all(
        seeCode(({ phone }) => `We couldn’t send a code to ${phone}.`, {
          confirm: false,
          resend: true,
        }),
        seeFailure,
      ),
      'enteringCode.confirmingCode': async (context) => {
        await form.see('button', 'Confirm', { busy: true })
        await form.see('button', 'Cancel', { disabled: true })
        await seeFailure(context)
      },
    },
  }
}
