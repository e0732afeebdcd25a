import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { LoadError } from '../../components/states.tsx'
import { queryClient } from '../../lib/api/query-client.ts'
import { teamOptions } from './doctors-api.ts'
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
  const team = useQuery(teamOptions())
  if (team.isPending) return <TeamSkeleton />
  if (!team.data) return <LoadError title="The doctors could not be loaded" query={team} />
  return <TeamList team={team.data} />
}
