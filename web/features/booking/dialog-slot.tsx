import { LazyPage } from '../../app/lazy-page.tsx'
import { pageChunk } from '../../app/page-chunk.ts'
import { Booking } from './booking-provider.tsx'

// The form library is only needed by who books, so it is not part of the page.
const dialog = pageChunk(() => import('./booking-dialog.tsx'))

/** Loads the dialog's code ahead of need; resolves when it is there or has failed. */
export function preloadDialog(): Promise<void> {
  return dialog.preload()
}

/** The place of the booking dialog. */
export function DialogSlot() {
  const open = Booking.useSelector((snapshot) => snapshot.matches('dialog'))
  return open ? <LazyPage chunk={dialog} waiting={null} /> : null
}
