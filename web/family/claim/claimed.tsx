import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ClaimedFamily } from '#contract/claims/claims.ts'
import { formats } from '#contract/formats/formats.ts'
import { joinNames } from '#contract/names.ts'
import { AccountFrame } from '#web/both/sign-in/account-frame.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { Faces } from '#web/components/people/face.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/account/claim.ts'
import * as sentences from '#words/en/account/claim-sentences.tsx'
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
      title={words.familyAdded}
      lead={words.canNowBookFor(joinNames(children.map(({ name }) => name)))}
    >
      <Faces of={children} size="md" />
      <section aria-labelledby="coming">
        <h2 id="coming" className="text-xl">
          {words.comingAppointments}
        </h2>
        {appointments.length === 0 && <p className="mt-2 text-muted">{words.noAppointments}</p>}
        <ul className="mt-2 grid gap-3">
          {appointments.map(({ _id, date, startMinute, treatment, child }) => (
            <li key={_id} className="wrap-anywhere">
              <span className="block font-bold">
                {formats.fullDay(date)}, {formats.minute(startMinute)}
              </span>
              {child === undefined ? (
                <OwnText as={BreakAfterSlash}>{treatment}</OwnText>
              ) : (
                sentences.treatmentFor(
                  <OwnText as={BreakAfterSlash}>{treatment}</OwnText>,
                  <bdi>{child}</bdi>,
                )
              )}
            </li>
          ))}
        </ul>
      </section>
      <div>
        <ButtonLink to="/dashboard">{words.goToAppointments}</ButtonLink>
      </div>
      {otherGuardian && (
        <InviteOtherGuardian guardian={otherGuardian} invitedTo={children.map(({ _id }) => _id)} />
      )}
    </AccountFrame>
  )
}
