import { formatWireDate } from '../../../contract/dates.ts'
import { Booking } from './booking-provider.tsx'

/** Tells whoever cannot see the page that the treatments of another day are shown. */
export function BookingAnnouncer() {
  const text = Booking.useSelector((snapshot) => {
    const { context } = snapshot
    const day = formatWireDate(context.date)
    if (snapshot.matches({ browsing: 'loadingTreatments' }))
      return `Loading appointments for ${day}`
    if (snapshot.matches({ browsing: 'refreshing' })) return 'Refreshing available times'
    if (!snapshot.matches({ browsing: { choosingTreatment: 'undisturbed' } })) return ''
    const open = context.treatments.filter(({ slots }) => slots.length > 0).length
    return `${open} of ${context.treatments.length} treatments have times available on ${day}`
  })
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
