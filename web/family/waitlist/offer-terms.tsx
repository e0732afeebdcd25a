import { useQuery } from '@tanstack/react-query'
import type { Offer } from '#contract/waitlist/waitlist.ts'
import { appointmentOptions } from '#web/both/appointments/appointments-api.ts'
import { Deadlines } from '#web/components/deadlines.tsx'
import { configOptions } from '#web/lib/api/config.ts'

/** Until when the offered time can be canceled and moved: by the terms of the appointment that moves, or the clinic's. */
export default function OfferTerms({ offer }: { offer: Offer }) {
  const { date, from } = offer
  const config = useQuery(configOptions())
  const moving = useQuery({ ...appointmentOptions(from?._id ?? ''), enabled: from !== null })
  const terms = from ? moving.data : { terms: config.data?.refundTerms }
  const times =
    offer.times.length > 0
      ? offer.times.map(({ slot, child }) => ({ slot, label: child }))
      : [{ slot: offer.slot }]
  return (
    <Deadlines
      appointments={times.map((time) => ({
        ...time,
        date,
        terms: terms?.terms,
        refundCeiling: moving.data?.refundCeiling,
        moves: moving.data?.moves,
      }))}
    />
  )
}
