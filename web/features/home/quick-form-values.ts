/** Values of the quick form, not validated. */
export interface QuickAppointment {
  name: string
  /** ISO date, or empty. */
  date: string
  service: string
  phone: string
}

// `web/features/booking/quick-appointment.ts` reads it after the login.
const KEY = 'sprout.quick-appointment'

/** Reads the quick form's fields. */
export function readForm(form: HTMLFormElement): QuickAppointment {
  const data = new FormData(form)
  const text = (field: string) => String(data.get(field) ?? '')
  return {
    name: text('name'),
    date: text('date'),
    service: text('service'),
    phone: text('phone'),
  }
}

/** Keeps it in this tab, for after the login. */
export function keepQuickAppointment(quick: QuickAppointment): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(quick))
  } catch {
    // Storage is blocked: the router's state still has it.
  }
}
