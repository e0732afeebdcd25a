import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { fromPromise } from 'xstate'
import { codeOf } from '#machines/actors.ts'
import { secondFactorMachine } from '#machines/second-factor/second-factor-machine.ts'
import { accountOptions, explain } from '#web/both/session/account.ts'
import { loadIdentity } from '#web/both/session/identity.ts'
import type { RunRecent } from '#web/both/sign-in/recent-login.tsx'
import { toast } from '#web/components/toasts.tsx'
import { type Account, type Identity, NoUserError } from '#web/lib/identity/identity-adapter.ts'
import * as words from '#words/en/families/profile/two-step.ts'

interface SecondFactorOptions {
  account: Account
  runRecent: RunRecent
  /** Called when the form, which had the focus, is gone. */
  onClosed: () => void
  /** The machine with other actors than the provider's. */
  logic?: typeof secondFactorMachine | undefined
}

/** Runs the machine that adds a phone to the account. */
export function useSecondFactor({ account, runRecent, onClosed, logic }: SecondFactorOptions) {
  const queries = useQueryClient()
  const reload = () => queries.refetchQueries(accountOptions(account.email))

  /** Rejects with a sentence for the user. */
  async function call<Result>(action: (identity: Identity) => Promise<Result>): Promise<Result> {
    try {
      return await action(await loadIdentity())
    } catch (error) {
      if (error instanceof NoUserError) {
        toast.error(error.message)
        // Fails with the same error, which replaces this form by a way to log in again.
        await reload()
      }
      throw new Error(explain(error), { cause: error })
    }
  }

  const machine = secondFactorMachine.provide({
    actors: {
      sendEmail: fromPromise(() => call((identity) => identity.sendEmailVerification())),
      checkEmail: fromPromise(() =>
        call(async (identity) => {
          const { emailVerified } = await identity.readAccount()
          if (emailVerified) await reload()
          return { emailVerified }
        }),
      ),
      sendCode: fromPromise(({ input }) =>
        call(async (identity) => {
          try {
            await runRecent(() => identity.sendEnrollmentCode(input))
            return { kind: 'sent' }
          } catch (error) {
            if (codeOf(error) !== 'auth/unverified-email') throw error
            // A later confirmation is noticed only if the account was unconfirmed before.
            await reload()
            return { kind: 'emailUnverified' }
          }
        }),
      ),
      confirmCode: fromPromise(({ input }) =>
        call(async (identity) => {
          await runRecent(() => identity.confirmEnrollment(input))
          await reload()
        }),
      ),
    },
  })
  const [snapshot, send, actor] = useMachine(logic ?? machine)

  // The link may have been clicked in another window.
  useEffect(() => {
    if (account.emailVerified) send({ type: 'email.verified' })
  }, [account.emailVerified, send])

  useEffect(() => {
    const subscriptions = [
      actor.on('phone.enrolled', () => toast.success(words.isOn)),
      actor.on('enrollment.closed', onClosed),
    ]
    return () => {
      for (const { unsubscribe } of subscriptions) unsubscribe()
    }
  }, [actor, onClosed])

  return { snapshot, send }
}
