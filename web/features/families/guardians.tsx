import type { FamilyChild } from '#contract/front-desk/families.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { familyPage } from '#web/shared/appointments/booked-family.ts'
import { describeGuardian, describeRights } from '#web/shared/guardians/rights.ts'
import { Instant } from '#web/shared/times/instant.tsx'

/** Who else looks after a child, or is invited to, and what each guardian may do. */
export function Guardians({
  child: { name, guardians, invitations },
  account,
}: {
  child: FamilyChild
  /** The id of the family that is shown. */
  account: string
}) {
  if (guardians.length + invitations.length < 2) return null
  return (
    <ul aria-label={`Guardians of ${name}`} className="list-disc pl-5 text-sm">
      {guardians.map((guardian) => (
        <li key={guardian._id}>
          {guardian._id === account ? (
            <bdi className="font-bold">{guardian.name}</bdi>
          ) : (
            <TextLink to={familyPage({ id: guardian._id })} className="sm:min-h-6">
              <bdi>{guardian.name}</bdi>
            </TextLink>
          )}
          {guardian._id !== account && ` (${guardian.email})`}: {describeGuardian(guardian)}
        </li>
      ))}
      {invitations.map(({ _id, email, state, until, ...rights }) => (
        <li key={_id}>
          {email}: {state === 'expired' ? 'invitation expired on' : 'invited until'}{' '}
          <Instant at={until} as="weekday" />, {describeRights(rights)}
        </li>
      ))}
    </ul>
  )
}
