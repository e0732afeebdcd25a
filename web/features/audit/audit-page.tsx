import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { auditPage } from '../../../contract/audit.ts'
import { EVENT_KINDS, type EventKind } from '../../../contract/events.ts'
import { Button } from '../../components/button.tsx'
import { FieldFrame } from '../../components/fields.tsx'
import { ListSkeleton } from '../../components/loading.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { EmptyState, LoadError } from '../../components/states.tsx'
import { request } from '../../lib/api/request.ts'
import { AuditEntries } from './audit-entries.tsx'
import { EVENT_WORDS } from './event-sentences.tsx'

/** The audit log, for admins. */
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

interface KindFieldProps {
  /** '' for every kind. */
  value: EventKind | ''
  onChange: (kind: EventKind | '') => void
}

/** Selects one kind of entry, or all. */
function KindField({ value, onChange }: KindFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label="What happened">
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = event.target.value
          onChange(EVENT_KINDS.find((kind) => kind === chosen) ?? '')
        }}
        className="field field-choice"
      >
        <option value="">Everything</option>
        {EVENT_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {EVENT_WORDS[kind].name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

/** The filter of the audit log; '' for no filter. */
interface AuditFilter {
  kind: EventKind | ''
  /** Email or id. */
  person: string
}

function write(filter: AuditFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
}

/**
 * The filter in the URL (`/dashboard/audit?kind=user.promoted&person=…`), so that
 * reload, links and the back button keep it.
 */
function useAuditAddress() {
  const [parameters, setParameters] = useSearchParams()
  const filter: AuditFilter = {
    kind: EVENT_KINDS.find((kind) => kind === parameters.get('kind')) ?? '',
    person: parameters.get('person')?.trim() ?? '',
  }
  return {
    filter,
    chooseKind: (kind: AuditFilter['kind']) => setParameters(write({ ...filter, kind })),
    // Typing replaces the history entry: Back leads to the previous page, not the previous keystroke.
    searchPerson: (person: string) =>
      setParameters(write({ ...filter, person }), { replace: true }),
    showAll: () => setParameters({}),
    /** URL of all entries about a person. */
    linkTo: (person: string) => `?${write({ kind: '', person })}`,
  }
}

/** The audit log, newest first, page by page; empty filters match everything. For admins. */
function auditOptions(filter: { kind: string; person: string }) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = Object.entries({ ...filter, before: pageParam }).filter(([, value]) => value)
      return request(`/audit?${new URLSearchParams(query)}`, {
        schema: auditPage,
        auth: 'session',
        signal,
      })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
