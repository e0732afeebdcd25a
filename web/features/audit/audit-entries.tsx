import { useEffect, useRef } from 'react'
import type { AuditPage } from '../../../contract/audit.ts'
import { Button } from '../../components/button.tsx'
import { FormAlert } from '../../components/form-alert.tsx'
import { AuditEntryRow } from './audit-entry-row.tsx'

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
