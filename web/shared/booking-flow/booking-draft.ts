import type { BookingForm } from '#contract/booking/appointments.ts'

/** In session storage, followed by the user's email, or the family's id: no one else sees the draft. */
const KEY = 'sprout.booking-draft.'

/** What the user has typed in the booking dialog of this tab. */
export function readDraft(owner: string): BookingForm {
  const { phone, address } = readStored(KEY + owner)
  return { phone: text(phone), address: text(address) }
}

/** Keeps it for a reload or another login, until the booking or the logout. */
export function keepDraft(owner: string, { phone, address }: BookingForm): void {
  try {
    sessionStorage.setItem(KEY + owner, JSON.stringify({ phone, address }))
  } catch {
    // Storage is blocked: the page itself still has it.
  }
}

/** Deletes it. */
export function forgetDraft(owner: string): void {
  try {
    sessionStorage.removeItem(KEY + owner)
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}

function readStored(key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
