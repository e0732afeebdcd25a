import { useId } from 'react'
import { formatPrice } from '../../server/contract/money.ts'
import { describeSpaces } from '../../server/contract/slots.ts'
import type { Treatment } from '../../server/contract/treatments.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { Booking } from './booking-provider.tsx'

interface TreatmentCardProps {
  treatment: Treatment
  /** Called after the treatment has been chosen. */
  onChosen: () => void
}

/** A treatment of the day with its price and free spaces (spec section 2, Appointment page). */
export function TreatmentCard({ treatment, onChosen }: TreatmentCardProps) {
  const { send } = Booking.useActorRef()
  const nameId = useId()
  const choose = { type: 'treatment.choose', treatment } as const
  const canChoose = Booking.useSelector((snapshot) => snapshot.can(choose))
  const chosen = Booking.useSelector(
    (snapshot) =>
      !snapshot.matches({ browsing: 'choosingTreatment' }) &&
      snapshot.context.treatment?._id === treatment._id,
  )
  const free = treatment.slots.length > 0

  return (
    <Card
      className={`flex h-full flex-col gap-4 ${chosen ? 'outline-3 outline-primary' : ''} ${free ? '' : 'shadow-none'}`}
    >
      <div className="flex items-start justify-between gap-4">
        <h3 id={nameId} className="text-xl">
          {treatment.name}
        </h3>
        <p className="text-xl font-extrabold text-primary">{formatPrice(treatment.price)}</p>
      </div>
      <p className={`mb-auto font-semibold ${free ? 'text-muted' : 'text-error'}`}>
        {describeSpaces(treatment.slots.length)}
      </p>
      <Button
        look={chosen ? 'primary' : 'secondary'}
        wide
        disabled={!canChoose}
        aria-describedby={nameId}
        aria-current={chosen || undefined}
        onClick={() => {
          send(choose)
          onChosen()
        }}
      >
        Select Treatment
      </Button>
    </Card>
  )
}
