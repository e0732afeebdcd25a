import { LockButton } from '#web/shared/screen-lock/screen-lock.tsx'
import DoctorDayPage from '../features/doctor-day/doctor-day-page.tsx'
import { useUser } from '../shared/session/auth-context.ts'

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
