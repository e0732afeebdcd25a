import { RequireRole } from './require-role.tsx'

/** Around pages for admins. */
export default function RequireAdmin() {
  return <RequireRole page="adminsOnly" />
}
