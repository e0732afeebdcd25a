import { lazy, Suspense } from 'react'
import { Breadcrumb } from '../../components/breadcrumb.tsx'
import { ChunkBoundary } from '../../components/chunk-boundary.tsx'
import { loadChunk } from '../../components/load-chunk.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { useInBrowser } from '../../components/use-in-browser.ts'
import { teamPage } from '../../content/team.ts'
import { useGiven } from '../../given.ts'
import { TeamList } from './team-list.tsx'
import { TeamSkeleton } from './team-skeleton.tsx'

const Team = lazy(() => loadChunk(() => import('./team.tsx')))

/** All doctors, as `GET /team` gives them (design section 8). */
export default function DoctorsPage() {
  const inBrowser = useInBrowser()
  const given = useGiven('team')
  return (
    <div className="shell pt-6 pb-20">
      <Breadcrumb here={teamPage.title} />
      <PageTitle className="mt-4 md:text-6xl">{teamPage.title}</PageTitle>
      <p className="mt-5 max-w-2xl text-lg text-muted">{teamPage.text}</p>
      <div className="mt-10 md:mt-14">
        {given && <TeamList team={given} />}
        {!given && !inBrowser && <TeamSkeleton />}
        {!given && inBrowser && (
          <ChunkBoundary>
            <Suspense fallback={<TeamSkeleton />}>
              <Team />
            </Suspense>
          </ChunkBoundary>
        )}
      </div>
    </div>
  )
}
