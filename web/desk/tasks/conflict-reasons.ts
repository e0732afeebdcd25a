import type { ConflictReason } from '#contract/schedule/schedule.ts'

const REASONS: Record<ConflictReason, string> = {
  closed: 'The clinic is closed then',
  outside_hours: 'Outside opening hours',
  doctor_absent: 'The doctor is away',
  doctor_off: 'The doctor doesn’t work then',
  doctor_removed: 'The doctor has left',
  doctor_not_giving: 'The doctor no longer gives this treatment',
  treatment_inactive: 'The treatment is no longer offered',
  time_not_offered: 'The treatment takes longer now, or starts at other times',
  other_age: 'The child is too young or too old for this treatment then',
}

/** Why an appointment no longer fits: 'The clinic is closed then'. */
export function describeReason(reason: ConflictReason): string {
  return REASONS[reason]
}
