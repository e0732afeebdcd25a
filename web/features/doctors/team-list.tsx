import type { TeamMember } from '../../../contract/doctors.ts'
import { EmptyState } from '../../components/states.tsx'
import nobody from '../../illustrations/empty-team.svg'
import { clinic } from '../../lib/clinic.ts'
import { TeamMemberCard } from './team-member-card.tsx'

/** As many as one sees at once: their pictures do not wait for the others. */
const IN_SIGHT = 4

/** The doctors, or a word about there being none yet. */
export function TeamList({ team }: { team: readonly TeamMember[] }) {
  if (team.length === 0) {
    return (
      <EmptyState
        title="The coats are still being ironed"
        picture={<img src={nobody} alt="" width={320} height={240} className="picture" />}
      >
        Our doctors will introduce themselves here soon. Until then, call us on{' '}
        <a
          href={clinic.phone.link}
          className="font-bold whitespace-nowrap underline underline-offset-4"
        >
          {clinic.phone.shown}
        </a>
        .
      </EmptyState>
    )
  }
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-8 md:gap-x-6 lg:grid-cols-4">
      {team.map((member, index) => (
        <TeamMemberCard key={member._id} member={member} first={index < IN_SIGHT} />
      ))}
    </ul>
  )
}
