import type { Treatment } from '#contract/treatments/treatments.ts'
import { keep, readKept } from '#web/lib/tab-storage.ts'

/** Where the home page's quick form keeps its values during a login. */
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
 * The visitor's text in the home page's quick form: the router's state when the
 * visitor came straight from there, session storage after a login. Null when there is nothing.
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

/** Deletes it: the next visitor on this device must not see it. */
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
