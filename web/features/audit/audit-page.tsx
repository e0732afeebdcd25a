import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { ListSkeleton } from '../../components/list-skeleton.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { EmptyState, LoadError } from '../../components/states.tsx'
import { auditOptions } from './audit-api.ts'
import { AuditEntries } from './audit-entries.tsx'
import { KindField } from './kind-field.tsx'
import { useAuditAddress } from './use-audit-address.ts'

/** Who did what, and when: every change that the clinic's record tells of, for administrators. */
export default function AuditPage() {
  const { filter, chooseKind, searchPerson } = useAuditAddress()
  return (
    <>
      <PageTitle>Audit Log</PageTitle>
      <div className="mt-6 mb-6 grid items-end gap-4 sm:grid-cols-2">
        <KindField value={filter.kind} onChange={chooseKind} />
        <SearchField label="Person’s email (exact)" value={filter.person} onSearch={searchPerson} />
      </div>
      <Entries />
    </>
  )
}

function Entries() {
  const { filter, showAll, linkTo } = useAuditAddress()
  const record = useInfiniteQuery(auditOptions(filter))

  if (record.isPending) return <ListSkeleton label="Loading the audit log" />
  if (!record.data) return <LoadError title="We couldn’t load the audit log" query={record} />
  const { pages } = record.data
  if (pages.every(({ events }) => events.length === 0)) {
    return (
      <EmptyState
        title="No entries found"
        action={
          <Button look="secondary" onClick={showAll}>
            Clear filters
          </Button>
        }
      >
        No entries match these filters.
      </EmptyState>
    )
  }
  return (
    <AuditEntries
      pages={pages}
      linkTo={linkTo}
      waiting={record.isPlaceholderData}
      loadMore={record.hasNextPage ? () => void record.fetchNextPage() : null}
      loadingMore={record.isFetchingNextPage}
      problem={record.isFetchNextPageError ? record.error.message : null}
    />
  )
}
