import { RequireRole } from './require-role.tsx'

const ROLES = ['staff', 'admin'] as const

/** Around pages for staff, which admins see, too. */
export default function RequireStaff() {
  return <RequireRole roles={ROLES} />
}
