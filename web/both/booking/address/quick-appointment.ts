import type { Treatment } from '#contract/treatments/treatments.ts'
import { keep, readKept } from '#web/lib/tab-storage.ts'

/** The session storage key of the quick form's values during a login. */
export const QUICK_APPOINTMENT_KEY = 'sprout.quick-appointment'

/** Values of the quick form, not validated. */
export interface QuickAppointment {
  name: string
  /** ISO date, or empty. */
  date: string
  service: string
  phone: string
}

/**
 * What the visitor typed in the home page's quick form: from the router's state right after it, from session
 * storage after a login. Null without any.
 */
export function readQuickAppointment(state: unknown): QuickAppointment | null {
  const fromState = state instanceof Object && 'quick' in state ? state.quick : undefined
  const typed = fromState ?? readKept(QUICK_APPOINTMENT_KEY)
  if (!(typed instanceof Object)) return null
  // The quick form validates nothing, so any field may be missing.
  const { name, date, service, phone } = typed as Record<string, unknown>
  return { name: text(name), date: text(date), service: text(service), phone: text(phone) }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** Deletes the values: the next visitor on this device must not see them. */
export function forgetQuickAppointment(): void {
  keep(QUICK_APPOINTMENT_KEY, null)
}

/**
 * The treatment for the quick form's service. The form says 'Nutrition Treatment' for the treatment
 * 'Nutrition Services', so the first word decides.
 */
export function treatmentForService(
  service: string,
  treatments: readonly Treatment[],
): Treatment | undefined {
  const firstWord = (name: string) => name.split(/\W/, 1)[0]?.toLowerCase()
  return (
    treatments.find(({ name }) => name === service) ??
    treatments.find(({ name }) => firstWord(name) === firstWord(service))
  )
}
