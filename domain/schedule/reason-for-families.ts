import type { ClosureRow } from '#drizzle/queries/schedule/closures.ts'

/**
 * Why a time is closed, for families: the message for them, or the clinic's own reason. Null for a doctor's
 * absence, whose reason is for the clinic only, and once the time is open again.
 */
export function reasonForFamilies(
  closure: Pick<ClosureRow, 'doctorId' | 'reason' | 'forFamilies'> | null | undefined,
): string | null {
  if (!closure) return null
  return closure.forFamilies || (closure.doctorId === null ? closure.reason : null)
}
