import { type Ref, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { AuditEntry, AuditPage } from '../../../contract/audit.ts'
import { Button } from '../../components/button.tsx'
import { FormAlert } from '../../components/form-alert.tsx'
import { LocalTime } from '../../components/text.tsx'
import { EVENT_WORDS } from './event-sentences.tsx'

interface AuditEntriesProps {
  /** At least one; newest first. */
  pages: readonly AuditPage[]
  linkTo: (person: string) => string
  /** These are entries of the filter before, while the next ones are on their way. */
  waiting: boolean
  /** Asks for the page after; null on the last one. */
  loadMore: (() => void) | null
  loadingMore: boolean
  /** Why the page after could not be loaded. */
  problem: string | null
}

/** The entries of the pages that were asked for so far, and the way to older ones. */
export function AuditEntries({
  pages,
  linkTo,
  waiting,
  loadMore,
  loadingMore,
  problem,
}: AuditEntriesProps) {
  const firstOfLast = useRef<HTMLLIElement>(null)
  // How many pages there are to be before the focus moves.
  const awaited = useRef(Number.POSITIVE_INFINITY)

  // Who asked for more goes on reading there; the button that was pressed may be gone.
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
        className="leaf bg-base-100 px-6 py-3 shadow-soft aria-busy:opacity-60"
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
  /** The address of all that concerns a person, by email or id. */
  linkTo: (person: string) => string
  ref?: Ref<HTMLLIElement> | undefined
}

/** One entry of the record as a sentence, with its time; the people in it lead to their entries. */
function AuditEntryRow({ entry, linkTo, ref }: AuditEntryRowProps) {
  const { kind, actor, subject, occurredAt } = entry
  const { tell, tellOfOneself } = EVENT_WORDS[kind]
  // Without an account acts a worker, or the command line.
  const who = actor ? (
    <Person name={actor.name} to={linkTo(actor.email ?? actor._id)} />
  ) : (
    'The system'
  )
  const isPerson = subject.type === 'user' || subject.type === 'doctor'
  const it = isPerson ? (
    <Person name={subject.label} to={linkTo(subject.email ?? subject._id)} />
  ) : (
    <strong>{subject.label}</strong>
  )
  const isOneself = actor?._id === subject._id

  return (
    <li
      ref={ref}
      tabIndex={-1}
      className="grid gap-0.5 border-t border-base-300 py-3.5 first:border-0"
    >
      <p className="[overflow-wrap:anywhere] first-letter:uppercase">
        {isOneself && tellOfOneself ? tellOfOneself(who) : tell(who, it)}
      </p>
      <p className="text-sm text-muted">
        <LocalTime instant={occurredAt} />
      </p>
    </li>
  )
}

function Person({ name, to }: { name: string; to: string }) {
  return (
    <Link
      to={to}
      className="font-bold underline decoration-line underline-offset-4 hover:text-primary"
    >
      {name}
    </Link>
  )
}
