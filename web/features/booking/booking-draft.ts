import type { BookingForm } from '../../../contract/appointments.ts'

/** In session storage, followed by the user's email: no other user of this tab sees the draft. */
const KEY = 'sprout.booking-draft.'

/** What the user has typed in the booking dialog of this tab. */
export function readDraft(email: string): BookingForm {
  const { phone, address } = readStored(KEY + email)
  return { phone: text(phone), address: text(address) }
}

/** Keeps it for a reload or another login, until the booking or the logout. */
export function keepDraft(email: string, { phone, address }: BookingForm): void {
  try {
    sessionStorage.setItem(KEY + email, JSON.stringify({ phone, address }))
  } catch {
    // Storage is blocked: the page itself still has it.
  }
}

/** Deletes it. */
export function forgetDraft(email: string): void {
  try {
    sessionStorage.removeItem(KEY + email)
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
