import { RequireRole } from './require-role.tsx'

/** Around pages for staff, which admins see, too. */
export default function RequireStaff() {
  return <RequireRole page="staffOnly" />
}
