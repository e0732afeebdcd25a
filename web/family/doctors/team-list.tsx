import type { TeamMember } from '#contract/doctors/doctors.ts'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import emptyTeam from '#web/illustrations/empty-team.svg'
import { useClinic } from '#web/lib/clinic.tsx'
import * as words from '#words/en/site/doctors.ts'
import { listedSoon } from '#words/en/site/doctors-sentences.tsx'
import { TeamMemberCard } from './team-member-card.tsx'

/** Visible without scrolling, so their images load at once. */
const IN_SIGHT = 4

/** The doctors, or a notice that none is listed yet. */
export function TeamList({ team }: { team: readonly TeamMember[] }) {
  const clinic = useClinic()
  if (team.length === 0) {
    return (
      <EmptyState
        title={words.meetThemSoon}
        picture={<img src={emptyTeam} alt="" width={320} height={240} className="picture" />}
      >
        {listedSoon(<PhoneLink of={clinic} className="font-bold whitespace-nowrap" />)}
      </EmptyState>
    )
  }
  return (
    <ul className="grid two-columns gap-x-4 gap-y-8 md:gap-x-6 lg:grid-cols-4">
      {team.map((member, index) => (
        <TeamMemberCard key={member._id} member={member} first={index < IN_SIGHT} />
      ))}
    </ul>
  )
}

const PLACES = ['first', 'second', 'third', 'fourth']

/** Placeholders in the size of the doctors' cards. */
export function TeamSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{words.loading}</span>
      <ul aria-hidden="true" className="grid two-columns gap-x-4 gap-y-8 md:gap-x-6 lg:grid-cols-4">
        {PLACES.map((place) => (
          <li key={place}>
            <div className="leaf skeleton aspect-square" />
            <div className="skeleton mt-5 h-5 w-3/4" />
            <div className="skeleton mt-3 h-4 w-1/2" />
          </li>
        ))}
      </ul>
    </div>
  )
}
