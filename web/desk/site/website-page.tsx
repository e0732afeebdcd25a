import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { SECTION_TITLES, SECTIONS } from '#contract/site/sections.ts'
import { unconfirmedIn } from '#contract/site/unconfirmed.ts'
import { PageTitle } from '#web/components/page-title.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { SectionLinks } from '#web/desk/workspace/section-links.tsx'
import { pageOfSection } from './fact-links.tsx'
import { SectionForm } from './section-form.tsx'
import { type PreviewProps, siteOptions } from './site-api.ts'

/**
 * The words of the website, for admins: docs/requirements.md#words-of-the-website.
 * @param Preview shows a section as families see it
 */
export function WebsitePage({ Preview }: { Preview: ComponentType<PreviewProps> }) {
  const params = useParams()
  const query = useQuery(siteOptions())
  const section = SECTIONS.find((one) => one === (params.section ?? SECTIONS[0]))
  if (!section) return <Navigate to="/dashboard/website" replace />
  return (
    <>
      <PageTitle>Website</PageTitle>
      <p className="mt-2 mb-6 max-w-2xl text-lg text-muted">
        What the public pages say. The clinic’s name, address and hours are on the page Clinic.
      </p>
      <Loaded query={query} what="the words of the website">
        {(site) => {
          const state = site.sections.find((one) => one.section === section)
          const open = site.sections.flatMap((one) => unconfirmedIn(one, site.facts))
          const links = SECTIONS.map((one) => {
            const count = open.filter((fact) => fact.section === one).length
            const label = SECTION_TITLES[one]
            return { to: pageOfSection(one), label: count > 0 ? `${label} (${count})` : label }
          })
          return (
            <div className="grid items-start gap-x-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
              <SectionLinks sections={links} current={pageOfSection(section)} />
              {state && <SectionForm key={section} state={state} site={site} Preview={Preview} />}
            </div>
          )
        }}
      </Loaded>
    </>
  )
}
