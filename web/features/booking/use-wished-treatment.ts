import { useEffect, useState } from 'react'
import { Booking } from './booking-provider.tsx'
import { treatmentForService } from './quick-appointment.ts'

/**
 * Chooses the treatment that the visitor asked for on the home page, once, as soon as the day's
 * treatments are there and if it has a free slot. Later choices are the visitor's own.
 */
export function useWishedTreatment(service: string | undefined): void {
  const [open, setOpen] = useState(Boolean(service))
  const actor = Booking.useActorRef()
  const treatments = Booking.useSelector(({ context }) => context.treatments)

  useEffect(() => {
    if (!open || !service || treatments.length === 0) return
    setOpen(false)
    const treatment = treatmentForService(service, treatments)
    if (!treatment) return
    const choose = { type: 'treatment.choose', treatment } as const
    if (actor.getSnapshot().can(choose)) actor.send(choose)
  }, [open, service, treatments, actor])
}
