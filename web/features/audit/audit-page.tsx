import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type AuditPerson, MOST_AUDIT_PEOPLE } from '#contract/audit/audit.ts'
import { listAuditEntries } from '#contract/audit/audit-calls.ts'
import { EVENT_KINDS, type EventKind } from '#contract/audit/events.ts'
import { type IsoDate, parseWireDate } from '#contract/dates.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField, TextField } from '#web/components/forms/fields.tsx'
import { SearchField } from '#web/components/forms/search-field.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { pagedListOptions } from '#web/lib/api/paged-list.ts'
import { AuditEntries, PersonLink } from './audit-entries.tsx'
import { EVENT_WORDS } from './event-sentences.ts'

export default function AuditPage() {
  const { filter, chooseKind, chooseDay, searchPerson } = useAuditAddress()
  const people = useInfiniteQuery(auditOptions(filter)).data?.pages[0]?.people ?? []
  // A link names a person by id.
  const chosen = people.find(({ _id }) => _id === filter.person)
  return (
    <>
      <PageTitle>Audit Log</PageTitle>
      <div className="mt-4 mb-6 grid grid-cols-2 items-end gap-4 max-sm:[&>:nth-child(-n+2)]:col-span-2 xl:grid-cols-[1fr_1fr_11rem_11rem]">
        <SelectField
          label="What happened"
          value={filter.kind}
          onChange={({ target }) => chooseKind(kindOf(target.value))}
          options={[
            { value: '', label: filter.person ? 'All events' : 'All changes' },
            ...EVENT_KINDS.map((kind) => ({ value: kind, label: EVENT_WORDS[kind][0] })),
          ]}
        />
        <SearchField
          label="Person’s name or email"
          value={chosen?.name ?? filter.person}
          onSearch={searchPerson}
        />
        <DayField label="From" value={filter.from} onChoose={(from) => chooseDay({ from })} />
        <DayField label="To" value={filter.to} onChoose={(to) => chooseDay({ to })} />
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
      <AuditEntries log={log} pages={pages} linkTo={linkTo} />
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

function kindOf(text: string | null): EventKind | '' {
  return EVENT_KINDS.find((kind) => kind === text) ?? ''
}

interface DayFieldProps {
  label: string
  /** '' without one. */
  value: string
  onChoose: (day: string) => void
}

function DayField({ label, value, onChoose }: DayFieldProps) {
  return (
    <TextField
      label={label}
      type="date"
      value={value}
      onChange={({ target }) => target.validity.valid && onChoose(target.value)}
    />
  )
}

/** The filter of the audit log; '' for no filter. */
interface AuditFilter {
  kind: EventKind | ''
  /** Id, or part of a name or an email. */
  person: string
  /** Days of the clinic, both included. */
  from: IsoDate
  to: IsoDate
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
    kind: kindOf(parameters.get('kind')),
    person: parameters.get('person')?.trim() ?? '',
    from: parseWireDate(parameters.get('from') ?? '') ?? '',
    to: parseWireDate(parameters.get('to') ?? '') ?? '',
  }
  return {
    filter,
    chooseKind: (kind: AuditFilter['kind']) => setParameters(write({ ...filter, kind })),
    chooseDay: (days: Partial<Pick<AuditFilter, 'from' | 'to'>>) =>
      setParameters(write({ ...filter, ...days }), { replace: true }),
    // Typing replaces the history entry: Back leads to the previous page, not the previous keystroke.
    searchPerson: (person: string) =>
      setParameters(write({ ...filter, person }), { replace: true }),
    showAll: () => setParameters({}),
    /** URL of all entries about a person. */
    linkTo: (person: string) => `?${write({ kind: '', person, from: '', to: '' })}`,
  }
}

/** The audit log, newest first, page by page; empty filters match everything. For admins. */
function auditOptions(filter: AuditFilter) {
  return pagedListOptions(listAuditEntries, { ...filter })
}
