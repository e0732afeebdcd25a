import { readQuickAppointment } from '../features/booking/quick-appointment.ts'

/**
 * Whether what the server has drawn into `root` is what this visitor came for. A page for those
 * who are signed in is not for anybody else, nor for who brings along what was typed in the home
 * page's quick form.
 */
export function isDrawnForVisitor(root: HTMLElement): boolean {
  if (root.dataset.prerendered !== 'private') return true
  const isSignedIn = document.documentElement.dataset.signedIn !== undefined
  return isSignedIn && !readQuickAppointment(history.state?.usr)
}
