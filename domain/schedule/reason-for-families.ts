import type { ClosureRow } from '#drizzle/queries/schedule/closures.ts'

/**
 * Why a time is closed, in the words that families may read: those for them, or the clinic's own reason; null
 * for a doctor's, which is for the clinic only, and once it is open again.
 */
export function reasonForFamilies(
  closure: Pick<ClosureRow, 'doctorId' | 'reason' | 'forFamilies'> | null | undefined,
): string | null {
  if (!closure) return null
  return closure.forFamilies || (closure.doctorId === null ? closure.reason : null)
}
