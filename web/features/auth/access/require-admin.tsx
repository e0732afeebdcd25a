import { RequireRole } from './require-role.tsx'

const ROLES = ['admin'] as const

/** Around pages for admins. */
export default function RequireAdmin() {
  return <RequireRole roles={ROLES} />
}
