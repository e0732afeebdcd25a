import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { type AuditPerson, MOST_AUDIT_PEOPLE } from '#contract/audit/audit.ts'
import { listAuditEntries } from '#contract/audit/audit-calls.ts'
import { EVENT_KINDS, type EventKind } from '#contract/audit/events.ts'
import { parseWireDate } from '#contract/dates.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/forms/fields.tsx'
import { SearchField } from '#web/components/forms/search-field.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { DayField } from '#web/desk/appointments/day-field.tsx'
import { pagedListOptions } from '#web/lib/api/paged-list.ts'
import { useFilterAddress } from '#web/lib/filter-address.ts'
import { AuditEntries, PersonLink } from './audit-entries.tsx'
import { EVENT_WORDS } from './event-sentences.ts'

export default function AuditPage() {
  const { filter, change, replace, showAll } = useFilterAddress(readFilter)
  // Empty filters match everything.
  const log = useInfiniteQuery(pagedListOptions(listAuditEntries, filter))
  const people = log.data?.pages[0]?.people ?? []
  // A link names a person by id.
  const chosen = people.find(({ _id }) => _id === filter.person)
  return (
    <>
      <PageTitle>Audit log</PageTitle>
      <div className="mt-4 mb-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,10.5rem),1fr))] items-end gap-4 max-sm:[&>:nth-child(-n+2)]:col-span-full xl:grid-cols-[1fr_1fr_11rem_11rem]">
        <SelectField
          label="What happened"
          value={filter.kind}
          onChange={({ target }) => change({ kind: kindOf(target.value) })}
          options={[
            { value: '', label: filter.person ? 'All events' : 'All changes' },
            ...EVENT_KINDS.map((kind) => ({ value: kind, label: EVENT_WORDS[kind][0] })),
          ]}
        />
        <SearchField
          label="Person’s name or email"
          value={chosen?.name ?? filter.person}
          onSearch={(person) => replace({ person })}
        />
        <DayField
          label="From"
          date={filter.from}
          isOptional
          onChoose={(from) => replace({ from })}
        />
        <DayField label="To" date={filter.to} isOptional onChoose={(to) => replace({ to })} />
      </div>
      <Loaded query={log} what="the audit log">
        {({ pages }) =>
          pages.some(({ events }) => events.length > 0) ? (
            <>
              <Matches people={people} />
              <AuditEntries log={log} pages={pages} />
            </>
          ) : (
            <EmptyState
              title="No entries found"
              action={
                <Button look="secondary" onClick={showAll}>
                  Clear filters
                </Button>
              }
            >
              {pages[0]?.isTooBroad
                ? `More than ${MOST_AUDIT_PEOPLE} people match “${filter.person}”. Type more of the name or email.`
                : 'No entries match these filters.'}
            </EmptyState>
          )
        }
      </Loaded>
    </>
  )
}

/** The people that match the search; nothing without any. */
function Matches({ people }: { people: readonly AuditPerson[] }) {
  if (people.length === 0) return null
  return (
    <p role="status" className="mb-4 [overflow-wrap:anywhere]">
      {people.length === 1 ? 'About' : `About ${people.length} people:`}{' '}
      {people.map((person, index) => (
        <Fragment key={person._id}>
          {index > 0 && ', '}
          <PersonLink person={person} />
          {person.email && <span className="text-muted"> ({person.email})</span>}
        </Fragment>
      ))}
    </p>
  )
}

function kindOf(text: string): EventKind | '' {
  return EVENT_KINDS.find((kind) => kind === text) ?? ''
}

/** Days of the clinic, both included; a person's id, or part of a name or email. */
const readFilter = (parameter: (name: string) => string) => ({
  kind: kindOf(parameter('kind')),
  person: parameter('person'),
  from: parseWireDate(parameter('from')) ?? '',
  to: parseWireDate(parameter('to')) ?? '',
})
