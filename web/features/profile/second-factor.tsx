import { useEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { FormAlert } from '../../components/form-alert.tsx'
import type { Account } from '../../lib/identity/port.ts'
import { EnrolmentSteps } from './enrolment-steps.tsx'
import { PhoneList } from './phone-list.tsx'
import { RecentLoginDialog } from './recent-login-dialog.tsx'
import { useEnrolment } from './use-enrolment.ts'
import { usePhoneRemoval } from './use-phone-removal.ts'
import { useRecentLogin } from './use-recent-login.ts'

interface SecondFactorProps {
  account: Account
  /** What had the focus is no longer there. */
  onStepGone: () => void
}

/** The enrolled phones, or the way to enrol one. */
export function SecondFactor({ account, onStepGone }: SecondFactorProps) {
  const recent = useRecentLogin()
  const enrolment = useEnrolment(account, recent.run)
  const removal = usePhoneRemoval(account, recent.run, onStepGone)
  const closed = enrolment.state.at === 'closed'
  const wasClosed = useRef(closed)

  useEffect(() => {
    if (closed && !wasClosed.current) onStepGone()
    wasClosed.current = closed
  })

  return (
    <div className="grid gap-4">
      {removal.message && <FormAlert>{removal.message}</FormAlert>}
      {account.phones.length > 0 ? (
        <PhoneList
          phones={account.phones}
          removing={removal.removing}
          onRemove={(phone) => void removal.remove(phone)}
        />
      ) : closed ? (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button look="secondary" onClick={enrolment.open}>
            Add a phone
          </Button>
          <p className="text-muted">You haven’t added a phone yet.</p>
        </div>
      ) : (
        <EnrolmentSteps email={account.email} enrolment={enrolment} />
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
