import type { ReactNode } from 'react'
import { describeReoffer } from '#contract/booking/appointment-status.ts'
import { momentOf } from '#web/both/appointments/moment.ts'
import { canOpen } from '#web/both/appointments/shared-appointments.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { useNextOfFamily } from '#web/family/guardians/next-of-family.ts'
import { MomentCard } from './moment-card.tsx'

interface FamilyNextProps {
  /** The user's. */
  email: string
  /** Shown until an appointment is known, or without any. */
  otherwise: ReactNode
}

/** The family's next appointment, in the place of the clinic's next free time. */
export default function FamilyNext({ email, otherwise }: FamilyNextProps) {
  const next = useNextOfFamily(email)
  if (!next) return otherwise
  const reoffer = describeReoffer(next)
  const [day = ''] = momentOf(next).split(' · ')
  return (
    <div className="mt-5 grid justify-items-start gap-1">
      <MomentCard
        label="Your next appointment"
        day={day}
        moment={momentOf(next)}
        to={canOpen(next) ? `/dashboard/appointment/${next._id}` : '/dashboard'}
      >
        {next.treatment}
        {next.child && (
          <>
            {' '}
            for <bdi>{next.child.name}</bdi>
          </>
        )}
        {reoffer && <strong className="block text-base-content">{reoffer}</strong>}
      </MomentCard>
      <TextLink look="quiet" to="/dashboard">
        See my appointments
      </TextLink>
    </div>
  )
}
