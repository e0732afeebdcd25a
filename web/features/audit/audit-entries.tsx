import { createElement, Fragment, type ReactNode, type Ref, useEffect, useRef } from 'react'
import type { AuditEntry, AuditPage, AuditPerson } from '#contract/audit/audit.ts'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import { Instant } from '#web/shared/times/instant.tsx'
import { EVENT_WORDS } from './event-sentences.ts'

interface AuditEntriesProps {
  /** Not empty; newest first. */
  pages: readonly AuditPage[]
  /** URL of all entries about a person, by id. */
  linkTo: (id: string) => string
  /** The entries belong to the previous filter while the next ones load. */
  waiting: boolean
  /** Loads the next page; null on the last one. */
  loadMore: (() => void) | null
  loadingMore: boolean
  /** Why the next page failed to load. */
  problem: string | null
}

/** The entries loaded so far, with a button for older ones. */
export function AuditEntries({
  pages,
  linkTo,
  waiting,
  loadMore,
  loadingMore,
  problem,
}: AuditEntriesProps) {
  const firstOfLast = useRef<HTMLLIElement>(null)
  // The focus moves once this many pages are loaded.
  const awaited = useRef(Number.POSITIVE_INFINITY)

  // The reader continues with the first new entry; the button may be gone.
  useEffect(() => {
    if (pages.length < awaited.current) return
    awaited.current = Number.POSITIVE_INFINITY
    firstOfLast.current?.focus()
  }, [pages.length])

  const firstNew = pages.at(-1)?.events[0]
  return (
    <>
      <ol
        aria-label="Entries"
        aria-busy={waiting}
        className="leaf bg-base-100 px-6 py-3 shadow-soft aria-busy:opacity-60 lg:text-[0.95rem]"
      >
        {pages.flatMap(({ events }) =>
          events.map((entry) => (
            <AuditEntryRow
              key={entry._id}
              ref={entry === firstNew ? firstOfLast : undefined}
              entry={entry}
              linkTo={linkTo}
            />
          )),
        )}
      </ol>
      <div className="mt-6 grid justify-items-center gap-4">
        {problem && <FormAlert>{problem}</FormAlert>}
        {loadMore && (
          <Button
            look="secondary"
            busy={loadingMore}
            onClick={() => {
              awaited.current = pages.length + 1
              loadMore()
            }}
          >
            Show older entries
          </Button>
        )}
      </div>
    </>
  )
}

interface AuditEntryRowProps {
  entry: AuditEntry
  linkTo: (id: string) => string
  ref?: Ref<HTMLLIElement> | undefined
}

/** One entry as a sentence with its time; people in it link to their entries. */
function AuditEntryRow({ entry, linkTo, ref }: AuditEntryRowProps) {
  const { kind, actor, subject, occurredAt, detail } = entry
  const [, sentence, ownSentence = sentence] = EVENT_WORDS[kind]
  const { person } = subject
  // Workers and the command line have no account.
  const who = actor ? <PersonLink person={actor} linkTo={linkTo} /> : 'The system'
  const isPerson = ['user', 'doctor', 'family'].includes(subject.type)
  const it = isPerson ? (
    <PersonLink person={person ?? { _id: subject._id, name: subject.label }} linkTo={linkTo} />
  ) : (
    <strong>{subject.label}</strong>
  )
  const patient = person ? <PersonLink person={person} linkTo={linkTo} /> : 'a former patient'
  const isOneself = actor !== null && actor._id === person?._id
  const slots: Record<string, ReactNode> = { '{who}': who, '{it}': it, '{patient}': patient }
  const parts = (isOneself ? ownSentence : sentence).split(/(\{\w+\})/)

  return (
    <li
      ref={ref}
      tabIndex={-1}
      className="grid gap-x-6 gap-y-0.5 border-t border-base-300 py-3.5 first:border-0 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-baseline lg:py-1"
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

interface PersonLinkProps {
  person: Pick<AuditPerson, '_id' | 'name'>
  linkTo: (id: string) => string
}

export function PersonLink({ person, linkTo }: PersonLinkProps) {
  return (
    <InlineLink look="quiet" to={linkTo(person._id)}>
      <bdi>{person.name}</bdi>
    </InlineLink>
  )
}
