import { useQuery } from '@tanstack/react-query'
import { teamOptions } from '#web/both/doctors/team-query.ts'
import { Breadcrumb } from '#web/components/breadcrumb.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { TeamList, TeamSkeleton } from './team-list.tsx'

const title = 'Our Doctors'

/** All doctors. */
export default function DoctorsPage() {
  const team = useQuery(teamOptions())
  return (
    <div className="shell pt-6 pb-20">
      <Breadcrumb here={title} />
      <PageTitle className="mt-4 md:text-6xl">{title}</PageTitle>
      <p className="mt-5 max-w-2xl text-lg text-muted">
        Everyone here chose to work with children. Get to know us before your visit, so you’ll see
        familiar faces.
      </p>
      <div className="mt-10 md:mt-14">
        {team.data && <TeamList team={team.data} />}
        {team.isPending && <TeamSkeleton />}
        {team.isLoadingError && <LoadError title="We couldn’t load our doctors" query={team} />}
      </div>
    </div>
  )
}
