import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatMinute } from '#contract/booking/slots.ts'
import type { ClaimedFamily } from '#contract/claims/claims.ts'
import { formatFullDay } from '#contract/dates.ts'
import { joinNames } from '#contract/names.ts'
import { AccountFrame } from '#web/both/sign-in/account-frame.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Faces } from '#web/components/people/face.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { InviteOtherGuardian } from './invite-other-guardian.tsx'

/** The children and appointments that are in the user's account now. */
export default function Claimed({ claimed }: { claimed: ClaimedFamily }) {
  const { children, appointments, otherGuardian } = claimed
  const queries = useQueryClient()
  // Loaded before, perhaps, without them.
  useEffect(() => {
    for (const queryKey of [['children'], ['appointments'], ['family-links']]) {
      void queries.invalidateQueries({ queryKey })
    }
  }, [queries])
  return (
    <AccountFrame
      title="Your family is in your account"
      lead={`You can now see and book for ${joinNames(children.map(({ name }) => name))}.`}
    >
      <Faces of={children} size="md" />
      <section aria-labelledby="coming">
        <h2 id="coming" className="text-xl">
          Coming appointments
        </h2>
        {appointments.length === 0 && <p className="mt-2 text-muted">No appointment is booked.</p>}
        <ul className="mt-2 grid gap-3">
          {appointments.map(({ _id, date, startMinute, treatment, child }) => (
            <li key={_id} className="wrap-anywhere">
              <span className="block font-bold">
                {formatFullDay(date)}, {formatMinute(startMinute)}
              </span>
              <BreakAfterSlash text={treatment} />
              {child !== undefined && (
                <>
                  {' '}
                  for <bdi>{child}</bdi>
                </>
              )}
            </li>
          ))}
        </ul>
      </section>
      <div>
        <ButtonLink to="/dashboard">Go to my appointments</ButtonLink>
      </div>
      {otherGuardian && (
        <InviteOtherGuardian guardian={otherGuardian} invitedTo={children.map(({ _id }) => _id)} />
      )}
    </AccountFrame>
  )
}
