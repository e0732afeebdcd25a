import { LockButton } from '#web/both/screen-lock/screen-lock.tsx'
import { useUser } from '../both/session/auth-context.ts'
import DoctorDayPage from '../desk/agenda/doctor-day-page.tsx'

/** A doctor's day, which locks like the pages of staff: docs/requirements.md#screen-lock. */
export default function LockedDoctorDay() {
  const { email } = useUser()
  return (
    <>
      <div className="flex justify-end print:hidden">
        <LockButton email={email} />
      </div>
      <DoctorDayPage />
    </>
  )
}
