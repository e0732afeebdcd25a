import { useId } from 'react'
import { formatPrice } from '../../../contract/money.ts'
import { describeSpaces } from '../../../contract/slots.ts'
import type { Treatment } from '../../../contract/treatments.ts'
import { BreakAfterSlash } from '../../components/break-after-slash.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Picture } from '../../components/picture.tsx'
import { homeTreatments } from '../home/treatments-content.ts'
import { Booking } from './booking-provider.tsx'

interface TreatmentCardProps {
  treatment: Treatment
  /** Called after the treatment has been chosen. */
  onChosen: () => void
}

/** A treatment of the day with its price and free spaces. */
export function TreatmentCard({ treatment, onChosen }: TreatmentCardProps) {
  const { send } = Booking.useActorRef()
  const nameId = useId()
  const free = treatment.slots.length > 0
  const choose = { type: 'treatment.choose', treatment } as const
  // Behind the dialog nothing can be pressed anyway, so nothing changes its looks.
  const enabled = Booking.useSelector(
    (snapshot) => snapshot.can(choose) || (snapshot.matches('dialog') && free),
  )
  const chosen = Booking.useSelector(
    (snapshot) =>
      !snapshot.matches({ browsing: 'choosingTreatment' }) &&
      snapshot.context.treatment?._id === treatment._id,
  )
  const picture = homeTreatments.find(({ name }) => name === treatment.name)?.img

  return (
    <Card
      className={`flex h-full flex-col gap-5 md:p-6 ${chosen ? 'outline-3 outline-primary' : ''}`}
    >
      <div className="mb-auto flex items-center gap-4">
        {picture && (
          <Picture
            src={picture}
            width={200}
            height={200}
            className={`w-20 shrink-0 ${free ? '' : 'opacity-60 grayscale'}`}
          />
        )}
        <div className="min-w-0">
          <h3 id={nameId} className="text-xl wrap-break-word">
            <BreakAfterSlash text={treatment.name} />
          </h3>
          <p className="mt-1 text-xl font-extrabold text-primary">{formatPrice(treatment.price)}</p>
          <p className={`font-semibold ${free ? 'text-muted' : 'text-error'}`}>
            {describeSpaces(treatment.slots.length)}
          </p>
        </div>
      </div>
      <Button
        look={chosen ? 'primary' : 'secondary'}
        wide
        disabled={!enabled}
        aria-describedby={nameId}
        aria-current={chosen || undefined}
        className="disabled:border-base-300 disabled:bg-base-200 disabled:text-muted"
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
