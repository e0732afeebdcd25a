import type { secondFactorMachine } from '../../../machines/second-factor/second-factor-machine.ts'
import { Button } from '../../components/button.tsx'
import { FormAlert } from '../../components/form-alert.tsx'
import type { Account } from '../../lib/identity/port.ts'
import { EnrollmentSteps } from './enrollment-steps.tsx'
import { PhoneList } from './phone-list.tsx'
import { RecentLoginDialog } from './recent-login-dialog.tsx'
import { usePhoneRemoval } from './use-phone-removal.ts'
import { useRecentLogin } from './use-recent-login.ts'
import { useSecondFactor } from './use-second-factor.ts'

interface SecondFactorProps {
  account: Account
  /** The element that had the focus is gone. */
  onStepGone: () => void
  /** The machine with other actors than the provider's. */
  logic?: typeof secondFactorMachine
}

/** The enrolled phones, or the steps that add one. */
export function SecondFactor({ account, onStepGone, logic }: SecondFactorProps) {
  const recent = useRecentLogin()
  const { snapshot, send } = useSecondFactor({
    account,
    runRecent: recent.run,
    onClosed: onStepGone,
    logic,
  })
  const removal = usePhoneRemoval(account, recent.run, onStepGone)
  const { emailVerified } = account

  return (
    <div className="grid gap-4">
      {removal.message && <FormAlert>{removal.message}</FormAlert>}
      {account.phones.length > 0 ? (
        <PhoneList
          phones={account.phones}
          removing={removal.removing}
          onRemove={(phone) => void removal.remove(phone)}
        />
      ) : snapshot.matches('closed') ? (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button look="secondary" onClick={() => send({ type: 'phone.add', emailVerified })}>
            Add a phone
          </Button>
          <p className="text-muted">You haven’t added a phone yet.</p>
        </div>
      ) : (
        <EnrollmentSteps email={account.email} snapshot={snapshot} send={send} />
      )}
      {recent.asked && (
        <RecentLoginDialog
          account={account}
          onDone={recent.asked.done}
          onCancel={recent.asked.refused}
        />
      )}
    </div>
  )
}
