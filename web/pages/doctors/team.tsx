import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { teamOptions } from '../../api/doctors.ts'
import { queryClient } from '../../api/query-client.ts'
import { ErrorState } from '../../components/states.tsx'
import { TeamList } from './team-list.tsx'
import { TeamSkeleton } from './team-skeleton.tsx'

/** Asks for the doctors and shows them, with the waiting and the failure before that. */
export default function Team() {
  return (
    <QueryClientProvider client={queryClient}>
      <LoadedTeam />
    </QueryClientProvider>
  )
}

function LoadedTeam() {
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
  return <TeamList team={data} />
}
