import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import { toast } from '../../components/toast.ts'
import { NoUserError } from '../../lib/identity/no-user-error.ts'
import type { Account, Identity } from '../../lib/identity/port.ts'
import { loadIdentity } from '../auth/identity.ts'
import { accountOptions } from './account.ts'
import { type EnrolmentEvent, enrolmentReducer } from './enrolment.ts'
import { codeOf, explain } from './failure.ts'
import type { RunRecent } from './use-recent-login.ts'

/** Carries an enrolment through the provider's calls. */
export function useEnrolment(account: Account, runRecent: RunRecent) {
  const [state, dispatch] = useReducer(enrolmentReducer, { at: 'closed' })
  const queries = useQueryClient()
  const phone = useRef('')

  // In another window, or seen by asking again for another reason.
  useEffect(() => {
    if (account.emailVerified) dispatch({ type: 'email.verified' })
  }, [account.emailVerified])

  const reload = () => queries.refetchQueries(accountOptions(account.email))

  async function attempt(begin: EnrolmentEvent, call: (identity: Identity) => Promise<void>) {
    dispatch(begin)
    try {
      await call(await loadIdentity())
    } catch (error) {
      if (error instanceof NoUserError) {
        toast.error(error.message)
        dispatch({ type: 'cancel' })
        await reload()
      } else if (codeOf(error) === 'auth/unverified-email') {
        dispatch({ type: 'email.unverified' })
      } else {
        dispatch({ type: 'failed', message: explain(error) })
      }
    }
  }

  function sendCode(begin: EnrolmentEvent) {
    const to = phone.current
    return attempt(begin, async (identity) => {
      await runRecent(() => identity.sendEnrolmentCode({ phone: to }))
      dispatch({ type: 'code.sent', phone: to })
    })
  }

  return {
    state,
    open: () => dispatch({ type: 'open', emailVerified: account.emailVerified }),
    cancel: () => dispatch({ type: 'cancel' }),
    sendLetter: () =>
      attempt({ type: 'letter.send' }, async (identity) => {
        await identity.sendEmailVerification()
        dispatch({ type: 'letter.sent' })
      }),
    checkEmail: () =>
      attempt({ type: 'email.check' }, async (identity) => {
        const { emailVerified } = await identity.readAccount()
        dispatch({ type: emailVerified ? 'email.verified' : 'email.unverified' })
        if (emailVerified) await reload()
      }),
    submitPhone(number: string) {
      phone.current = number
      return sendCode({ type: 'phone.submit' })
    },
    resendCode: () => sendCode({ type: 'code.resend' }),
    submitCode: (code: string) =>
      attempt({ type: 'code.submit' }, async (identity) => {
        await runRecent(() => identity.confirmEnrolment({ code }))
        await reload()
        dispatch({ type: 'enrolled' })
        toast.success('Two-step verification is on')
      }),
  }
}

export type EnrolmentControls = ReturnType<typeof useEnrolment>
