import type { secondFactorMachine } from '#machines/second-factor/second-factor-machine.ts'
import { recentLoginDialog, useRecentLogin } from '#web/both/sign-in/recent-login.tsx'
import { Button } from '#web/components/button.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { FormSpinner } from '#web/components/states/loading.tsx'
import type { Account } from '#web/lib/identity/identity-adapter.ts'
import * as loginWords from '#words/en/account/recent-login.ts'
import * as words from '#words/en/families/profile/two-step.ts'
import { PhoneList } from './phone-list.tsx'
import { useSecondFactor } from './use-second-factor.ts'

// Only needed while a phone is being added.
const enrollmentSteps = componentChunk(() => import('./enrollment-steps.tsx'))

interface SecondFactorProps {
  account: Account
  /** Called when the element that had the focus is gone. */
  onStepGone: () => void
  /** The machine with other actors than the provider's. */
  logic?: typeof secondFactorMachine
}

/** The enrolled phones, or the steps that add one. */
export default function SecondFactor({ account, onStepGone, logic }: SecondFactorProps) {
  const recent = useRecentLogin()
  const { snapshot, send } = useSecondFactor({
    account,
    runRecent: recent.run,
    onClosed: onStepGone,
    logic,
  })
  const { emailVerified } = account

  return (
    <div className="grid gap-4">
      {account.phones.length > 0 ? (
        <PhoneList account={account} runRecent={recent.run} onRemoved={onStepGone} />
      ) : snapshot.matches('closed') ? (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button look="secondary" onClick={() => send({ type: 'phone.add', emailVerified })}>
            {words.addPhone}
          </Button>
          <p className="text-muted">{words.noPhoneYet}</p>
        </div>
      ) : (
        <LazyComponent
          chunk={enrollmentSteps}
          props={{ email: account.email, snapshot, send }}
          waiting={<FormSpinner />}
        />
      )}
      {recent.pending && (
        <LazyComponent
          chunk={recentLoginDialog}
          props={{
            account,
            request: loginWords.beforeTwoStepChange,
            onDone: recent.pending.done,
            onCancel: recent.pending.cancel,
          }}
          waiting={null}
        />
      )}
    </div>
  )
}
