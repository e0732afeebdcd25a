import { matchPath, useLocation } from 'react-router-dom'
import type { FrameProps } from '../../app/page-wait.tsx'
import { Aside } from './aside.tsx'
import { DashboardLinks, OWN_LINKS } from './dashboard-links.tsx'
import { dashboardPages } from './dashboard-pages.ts'
import { RowsSkeleton } from './rows-skeleton.tsx'

/** A page of the dashboard, beside its links, before its code is there: its title, and room. */
export function DashboardPageFrame({ label }: FrameProps) {
  const { pathname } = useLocation()
  const title = dashboardPages.find(({ path }) => matchPath(path, pathname))?.title
  return (
    <>
      <h1 className="mb-6 text-4xl md:text-5xl">{title}</h1>
      <RowsSkeleton label={label} />
    </>
  )
}

/** The dashboard before its code and its visitor are there. */
export default function DashboardFrame({ label }: FrameProps) {
  return (
    <Aside
      visitor={
        <>
          <div className="skeleton size-16 shrink-0 rounded-full" />
          <div className="grid w-full max-w-44 gap-2 lg:justify-items-center">
            <div className="skeleton h-5 w-3/4 rounded-full" />
            <div className="skeleton h-4 w-full rounded-full" />
            <div className="skeleton my-2 h-5 w-1/2 rounded-full" />
          </div>
        </>
      }
      links={<DashboardLinks links={OWN_LINKS} />}
    >
      <DashboardPageFrame label={label} />
    </Aside>
  )
}
