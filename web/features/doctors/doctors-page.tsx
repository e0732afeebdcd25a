import { lazy, Suspense } from 'react'
import { useGiven } from '../../app/given.ts'
import { Breadcrumb } from '../../components/breadcrumb.tsx'
import { ChunkBoundary } from '../../components/chunk-boundary.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { useInBrowser } from '../../components/use-in-browser.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { teamPage } from './team-content.ts'
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
