import type { BookingForm } from '#contract/booking/appointments.ts'
import { keep, readKept } from '#web/lib/tab-storage.ts'

/** Followed by the user's email, or the family's id, so that no one else sees the draft. */
const KEY = 'sprout.booking-draft.'

/** The fields of the booking dialog stored in this tab. */
export function readDraft(owner: string): BookingForm {
  const { phone, address } = readKept<Record<string, unknown>>(KEY + owner) ?? {}
  return { phone: text(phone), address: text(address) }
}

/** Stores them until the booking or the logout. */
export function keepDraft(owner: string, { phone, address }: BookingForm): void {
  keep(KEY + owner, { phone, address })
}

/** Deletes it. */
export function forgetDraft(owner: string): void {
  keep(KEY + owner, null)
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
