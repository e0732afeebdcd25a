import { QUICK_APPOINTMENT_KEY } from './booking/quick-appointment.ts'

/**
 * Whether what the server has drawn into `root` is what this visitor came for. A page for those
 * who are signed in is not for anybody else, nor for who brings wishes of their own along: the
 * router's state, or what was typed in the home page's quick form.
 */
export function isDrawnForVisitor(root: HTMLElement): boolean {
  if (root.dataset.prerendered !== 'private') return true
  const isSignedIn = document.documentElement.dataset.signedIn !== undefined
  return isSignedIn && !history.state?.usr && !bringsQuickAppointment()
}

function bringsQuickAppointment(): boolean {
  try {
    return sessionStorage.getItem(QUICK_APPOINTMENT_KEY) !== null
  } catch {
    // Storage is refused, so nothing was kept.
    return false
  }
}
