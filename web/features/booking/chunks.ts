import { componentChunk } from '../../components/lazy-component.tsx'

// Only a booking needs the form library and what follows a booking.
export const dialog = componentChunk(() => import('./booking-dialog.tsx'))
export const confirmation = componentChunk(() => import('./booking-confirmation.tsx'))

/** Loads the code of the dialog and of the confirmation; resolves when it has loaded or failed. */
export async function preloadDialog(): Promise<void> {
  await Promise.allSettled([dialog.load(), confirmation.load()])
}
