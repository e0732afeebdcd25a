import { RequireRole } from './require-role.tsx'

/** Around pages for doctors. */
export default function RequireDoctor() {
  return <RequireRole page="doctorsOnly" />
}
