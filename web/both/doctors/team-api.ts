import type { TeamMember } from '#contract/doctors/doctors.ts'
import { listTeam } from '#contract/doctors/doctors-calls.ts'
import { send } from '#web/lib/api/send.ts'

/** The clinic's doctors as the public sees them (`GET /team`). Throws `ApiError`. */
export function fetchTeam(signal: AbortSignal): Promise<TeamMember[]> {
  return send(listTeam, { signal })
}
