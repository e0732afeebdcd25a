import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type AuditPerson, auditPage, MOST_AUDIT_PEOPLE } from '#contract/audit.ts'
import { EVENT_KINDS, type EventKind } from '#contract/events.ts'
import { Button } from '#web/components/button.tsx'
import { FieldFrame } from '#web/components/forms/fields.tsx'
import { SearchField } from '#web/components/forms/search-field.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { pagedListOptions } from '#web/lib/api/paged-list.ts'
import { AuditEntries, PersonLink } from './audit-entries.tsx'
import { EVENT_WORDS } from './event-sentences.tsx'

/** The audit log, for admins. */
export default function AuditPage() {
  const { filter, chooseKind, searchPerson } = useAuditAddress()
  const people = useInfiniteQuery(auditOptions(filter)).data?.pages[0]?.people ?? []
  // A link names a person by id.
  const chosen = people.find(({ _id }) => _id === filter.person)
  return (
    <>
      <PageTitle>Audit Log</PageTitle>
      <div className="mt-6 mb-6 grid items-end gap-4 sm:grid-cols-2">
        <KindField
          value={filter.kind}
          all={filter.person ? 'All events' : 'All changes'}
          onChange={chooseKind}
        />
        <SearchField
          label="Person’s name or email"
          value={chosen?.name ?? filter.person}
          onSearch={searchPerson}
        />
      </div>
      <Entries />
    </>
  )
}

function Entries() {
  const { filter, showAll, linkTo } = useAuditAddress()
  const log = useInfiniteQuery(auditOptions(filter))

  if (log.isPending) return <ListSkeleton label="Loading the audit log" />
  if (!log.data) return <LoadError title="We couldn’t load the audit log" query={log} />
  const { pages } = log.data
  const [first] = pages
  if (!first || pages.every(({ events }) => events.length === 0)) {
    return (
      <EmptyState
        title="No entries found"
        action={
          <Button look="secondary" onClick={showAll}>
            Clear filters
          </Button>
        }
      >
        {first?.isTooBroad
          ? `More than ${MOST_AUDIT_PEOPLE} people match “${filter.person}”. Type more of the name or email.`
          : 'No entries match these filters.'}
      </EmptyState>
    )
  }
  return (
    <>
      {first.people.length > 0 && <Matches people={first.people} linkTo={linkTo} />}
      <AuditEntries
        pages={pages}
        linkTo={linkTo}
        waiting={log.isPlaceholderData}
        loadMore={log.hasNextPage ? () => void log.fetchNextPage() : null}
        loadingMore={log.isFetchingNextPage}
        problem={log.isFetchNextPageError ? log.error.message : null}
      />
    </>
  )
}

interface MatchesProps {
  people: readonly AuditPerson[]
  linkTo: (id: string) => string
}

/** Whom the entries are about. */
function Matches({ people, linkTo }: MatchesProps) {
  return (
    <p role="status" className="mb-4 [overflow-wrap:anywhere]">
      {people.length === 1 ? 'About' : `About ${people.length} people:`}{' '}
      {people.map((person, index) => (
        <Fragment key={person._id}>
          {index > 0 && ', '}
          <PersonLink person={person} linkTo={linkTo} />
          {person.email && <span className="text-muted"> ({person.email})</span>}
        </Fragment>
      ))}
    </p>
  )
}

interface KindFieldProps {
  /** '' for every kind. */
  value: EventKind | ''
  /** The choice of every kind. */
  all: string
  onChange: (kind: EventKind | '') => void
}

/** Selects one kind of entry, or all. */
function KindField({ value, all, onChange }: KindFieldProps) {
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
        <option value="">{all}</option>
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
  /** Id, or part of a name or an email. */
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
  return pagedListOptions('/audit', filter, auditPage)
}
