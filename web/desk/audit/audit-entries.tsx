import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { createElement, Fragment, type ReactNode, type Ref, useEffect, useRef } from 'react'
import type { AuditEntry, AuditPage, AuditPerson } from '#contract/audit/audit.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { LoadMore } from '#web/components/states/load-more.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import { PatientName } from '#web/desk/patients/patient-name.tsx'
import { EVENT_WORDS } from './event-sentences.ts'

interface AuditEntriesProps {
  log: UseInfiniteQueryResult<InfiniteData<AuditPage>>
  /** The loaded entries: not empty; newest first. */
  pages: readonly AuditPage[]
}

/** The entries loaded so far, with a button for older ones. */
export function AuditEntries({ log, pages }: AuditEntriesProps) {
  const firstOfLast = useRef<HTMLLIElement>(null)
  // The focus moves once this many pages have loaded.
  const awaited = useRef(Number.POSITIVE_INFINITY)

  // Moves the focus to the first new entry, because the button may be gone.
  useEffect(() => {
    if (pages.length < awaited.current) return
    awaited.current = Number.POSITIVE_INFINITY
    firstOfLast.current?.focus()
  }, [pages.length])

  function fetchNextPage() {
    awaited.current = pages.length + 1
    return log.fetchNextPage()
  }

  const firstNew = pages.at(-1)?.events[0]
  return (
    <>
      <DividedList isOrdered aria-label="Entries" aria-busy={log.isPlaceholderData}>
        {pages.flatMap(({ events }) =>
          events.map((entry) => (
            <AuditEntryRow
              key={entry._id}
              ref={entry === firstNew ? firstOfLast : undefined}
              entry={entry}
            />
          )),
        )}
      </DividedList>
      <LoadMore list={{ ...log, fetchNextPage }}>Show older entries</LoadMore>
    </>
  )
}

interface AuditEntryRowProps {
  entry: AuditEntry
  ref?: Ref<HTMLLIElement> | undefined
}

/** One entry as a sentence with its time; people in it link to their entries. */
function AuditEntryRow({ entry, ref }: AuditEntryRowProps) {
  const { kind, actor, subject, occurredAt, detail } = entry
  const [, sentence, ownSentence = sentence] = EVENT_WORDS[kind]
  const { person, patients = [] } = subject
  // Workers and the command line have no account.
  const who = actor ? <PersonLink person={actor} /> : 'The system'
  const isPerson = ['user', 'doctor', 'family'].includes(subject.type)
  const it =
    subject.type === 'child' && patients.length > 0 ? (
      <strong>
        <Patients patients={patients} person={null} />
      </strong>
    ) : isPerson ? (
      <PersonLink person={person ?? { _id: subject._id, name: subject.label }} />
    ) : (
      <strong>{subject.label}</strong>
    )
  const payer = person ? <PersonLink person={person} /> : 'a former patient'
  const patient = patients.length > 0 ? <Patients patients={patients} person={person} /> : payer
  const isForChild = subject.type !== 'child' && patients.some(({ child }) => child)
  const isOneself = actor !== null && actor._id === person?._id && !isForChild
  const words = isOneself ? ownSentence : sentence
  // An appointment is always named with its patient.
  const named =
    words.includes('{patient}') || !isForChild ? (
      it
    ) : (
      <>
        {it} for {patient}
      </>
    )
  const slots: Record<string, ReactNode> = {
    '{who}': who,
    '{it}': named,
    '{patient}': patient,
    '{payer}': payer,
  }
  const parts = words.split(/(\{\w+\})/)

  return (
    <li
      ref={ref}
      tabIndex={-1}
      className="grid gap-x-6 gap-y-0.5 py-3.5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-baseline lg:py-1"
    >
      <p className="[overflow-wrap:anywhere] first-letter:uppercase">
        {createElement(Fragment, null, ...parts.map((part) => slots[part] ?? part))}
        {detail && `, ${detail}`}
      </p>
      <p className="text-sm text-muted">
        <Instant at={occurredAt} as="exact" />
      </p>
    </li>
  )
}

interface PatientsProps {
  patients: NonNullable<AuditEntry['subject']['patients']>
  /** The family. */
  person: AuditPerson | null
}

/** The patients of an entry, linked to the entries about their family. */
function Patients({ patients, person }: PatientsProps) {
  return patients.map((patient, index) => {
    const name = <PatientName of={patient} birthDate="always" />
    return (
      <Fragment key={patient.child?._id ?? patient.patientName}>
        {index > 0 && ' and '}
        {person ? <PersonLink person={person}>{name}</PersonLink> : name}
      </Fragment>
    )
  })
}

interface PersonLinkProps {
  person: Pick<AuditPerson, '_id' | 'name'>
  /** The text; by default the person's name. */
  children?: ReactNode
}

/** Links to all entries about a person. */
export function PersonLink({ person, children }: PersonLinkProps) {
  return (
    <InlineLink look="quiet" to={`?${new URLSearchParams({ person: person._id })}`}>
      {children ?? <bdi>{person.name}</bdi>}
    </InlineLink>
  )
}
