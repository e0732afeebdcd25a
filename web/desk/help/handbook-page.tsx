import { useParams } from 'react-router-dom'
import { ButtonLink } from '#web/components/button.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { HANDBOOK, type HandbookName } from './handbook.ts'
import { HandbookText } from './handbook-text.tsx'

const isName = (page: string): page is HandbookName => Object.hasOwn(HANDBOOK, page)

/** The handbook, for staff and admins: docs/requirements.md#workspace. */
export default function HandbookPage() {
  const { page = '' } = useParams()
  if (isName(page)) return <HandbookText key={page} name={page} />
  return (
    <>
      <PageTitle>Help</PageTitle>
      <EmptyState
        title="The handbook has no such page"
        action={<ButtonLink to="/dashboard/help">All of Help</ButtonLink>}
      />
    </>
  )
}
