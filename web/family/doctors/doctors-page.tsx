import { useQuery } from '@tanstack/react-query'
import { teamOptions } from '#web/both/doctors/team-query.ts'
import { Breadcrumb } from '#web/components/breadcrumb.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import * as words from '#words/en/site/doctors.ts'
import { TeamList, TeamSkeleton } from './team-list.tsx'

/** All doctors. */
export default function DoctorsPage() {
  const team = useQuery(teamOptions())
  return (
    <div className="shell pt-6 pb-20">
      <Breadcrumb here={words.title} />
      <PageTitle className="mt-4 md:text-6xl">{words.title}</PageTitle>
      <p className="mt-5 max-w-2xl text-lg text-muted">{words.choseChildren}</p>
      <div className="mt-10 md:mt-14">
        {team.data && <TeamList team={team.data} />}
        {team.isPending && <TeamSkeleton />}
        {team.isLoadingError && <LoadError title={words.notLoaded} query={team} />}
      </div>
    </div>
  )
}
