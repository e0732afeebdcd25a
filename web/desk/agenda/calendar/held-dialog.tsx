import type { HeldTime } from '#contract/front-desk/held-times.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { AnswerOffer } from '#web/desk/waitlist/answer-offer.tsx'

interface HeldDialogProps {
  held: HeldTime
  onClose: () => void
}

/** A time that is held for a family, with its answer where staff have it on the phone. */
export default function HeldDialog({ held, onClose }: HeldDialogProps) {
  const { identify } = usePatientTexts()
  const name = held.patients.map(identify).join(' and ')
  const { treatment, doctor, appointment, isReoffer, date } = held
  return (
    <Dialog open title={`Held for ${name}`} onClose={onClose}>
      <p className="text-muted">{[treatment, doctor?.name].filter(Boolean).join(', ')}</p>
      <AnswerOffer
        offer={held}
        name={name}
        closed={isReoffer ? appointment : null}
        moves={appointment !== null}
      />
      <p>
        <TextLink to={`/dashboard/waiting?date=${date}`}>Waiting list of this day</TextLink>
      </p>
    </Dialog>
  )
}
