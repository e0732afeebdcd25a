import { type TeamMember, team } from '#contract/schedule/doctors.ts'
import { request } from '#web/lib/api/request.ts'

/** The clinic's doctors as the public sees them (`GET /team`). Throws `ApiError`. */
export function fetchTeam(signal: AbortSignal): Promise<TeamMember[]> {
  return request('/team', { schema: team, signal })
}
