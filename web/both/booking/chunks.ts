import { componentChunk } from '#web/components/states/lazy-component.tsx'

// Only a booking needs the form library and what follows a booking.
export const dialog = componentChunk(() => import('./dialog/booking-dialog.tsx'))
export const confirmation = componentChunk(() => import('./dialog/booking-confirmation.tsx'))

// Only a time that cannot be had needs these.
export const missedNotice = componentChunk(() => import('./missed-notice.tsx'))
export const refusalNotice = componentChunk(() => import('./refusal-notice.tsx'))

// Only a treatment that is full on the day needs it.
export const nextFreeDay = componentChunk(() => import('./next-free-day.tsx'))

// Only logged-in parents have unpaid appointments.
export const unpaidNote = componentChunk(() => import('./unpaid-note.tsx'))

// Only a visit that the clinic has asked for needs it.
export const ticketPage = componentChunk(
  () => import('#web/both/booking/next-visits/ticket-page.tsx'),
)

// Who it is for, which only logged-in users choose.
export const patientLine = componentChunk(() => import('./patient-line.tsx'))
export const childNote = componentChunk(() => import('./child-note.tsx'))

// Only parents of several children need these.
export const siblingsSection = componentChunk(() => import('./siblings/siblings-section.tsx'))
export const siblingsDialog = componentChunk(() => import('./siblings/siblings-dialog.tsx'))
export const siblingsConfirmation = componentChunk(
  () => import('./siblings/siblings-confirmation.tsx'),
)

// Only an appointment that repeats needs these.
export const seriesDialog = componentChunk(() => import('./series/series-dialog.tsx'))
export const seriesConfirmation = componentChunk(() => import('./series/series-confirmation.tsx'))

/** Loads the code of the dialog and of what follows it; resolves when it has loaded or failed. */
export async function preloadDialog(): Promise<void> {
  await Promise.allSettled([
    ...[dialog, confirmation, refusalNotice].map(({ load }) => load()),
    import('./flow/booking-calls.ts'),
  ])
}

/** Loads the code for siblings likewise. */
export async function preloadSiblings(): Promise<void> {
  await Promise.allSettled(
    [siblingsSection, siblingsDialog, siblingsConfirmation].map(({ load }) => load()),
  )
}

/** Loads the code for a series likewise. */
export async function preloadSeries(): Promise<void> {
  await Promise.allSettled([seriesDialog, seriesConfirmation].map(({ load }) => load()))
}
