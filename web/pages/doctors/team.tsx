import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { teamOptions } from '../../api/doctors.ts'
import { queryClient } from '../../api/query-client.ts'
import { EmptyState, ErrorState } from '../../components/states.tsx'
import { clinic } from '../../content/clinic.ts'
import nobody from '../../illustrations/empty-team.svg'
import { TeamMemberCard } from './team-member-card.tsx'
import { TeamSkeleton } from './team-skeleton.tsx'

/** The list of doctors with its waiting, empty and failure states. */
export default function Team() {
  return (
    <QueryClientProvider client={queryClient}>
      <TeamList />
    </QueryClientProvider>
  )
}

function TeamList() {
  const { data, error, isPending, isFetching, refetch } = useQuery(teamOptions())
  if (isPending) return <TeamSkeleton />
  if (error && !data) {
    return (
      <ErrorState
        title="The doctors could not be loaded"
        retrying={isFetching}
        onRetry={() => void refetch()}
      >
        {error.message}
      </ErrorState>
    )
  }
  if (data.length === 0) {
    return (
      <EmptyState
        title="The coats are still being ironed"
        picture={<img src={nobody} alt="" width={320} height={240} className="picture" />}
      >
        Our doctors will introduce themselves here soon. Until then, call us on{' '}
        <a href={clinic.phone.link} className="font-bold underline underline-offset-4">
          {clinic.phone.shown}
        </a>
        .
      </EmptyState>
    )
  }
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-8 md:gap-x-6 lg:grid-cols-4">
      {data.map((member) => (
        <TeamMemberCard key={member._id} member={member} />
      ))}
    </ul>
  )
}
