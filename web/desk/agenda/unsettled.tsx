import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import type { ClinicTime } from '#machines/attendance/attendance-machine.ts'
import { LoadMore } from '#web/components/states/load-more.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { unsettledOptions } from '#web/desk/appointments/agenda-api.ts'
import { SameNamesContext } from '#web/desk/patients/patient-name.tsx'
import { findSameNames } from '#web/desk/patients/same-names.ts'
import { AgendaList } from './views/agenda-list.tsx'
import { AgendaSheet } from './views/agenda-sheet.tsx'

interface UnsettledProps {
  today: IsoDate
  back: string
}

/** Past appointments that no one has completed or marked as missed. */
export default function Unsettled({ today, back }: UnsettledProps) {
  const query = useInfiniteQuery(unsettledOptions)
  const entries = useMemo(() => query.data?.pages.flatMap(({ items }) => items), [query.data])
  const time = useMemo<ClinicTime>(
    () => ({ today, minute: 0, checkInMinutes: 0, lateMinutes: 0, rooms: [] }),
    [today],
  )
  const sameNames = useMemo(() => findSameNames(entries ?? []), [entries])
  return (
    <SameNamesContext value={sameNames}>
      <p className="mt-2 text-lg text-muted">
        Past appointments that are neither completed nor marked as a no-show.
      </p>
      <p className="mt-2">
        <TextLink to={back}>Back to Today</TextLink>
      </p>
      {query.isPending && <ListSkeleton label="Loading appointments" />}
      {!query.data && query.isError && (
        <LoadError title="We couldn’t load the appointments" query={query} />
      )}
      {entries?.length === 0 && <EmptyState title="Everything is settled" />}
      {entries && entries.length > 0 && (
        <>
          <div className="print:hidden">
            <AgendaList entries={entries} time={time} isToSettle />
            <LoadMore list={query}>Show more</LoadMore>
          </div>
          <AgendaSheet entries={entries} title="To settle" withDates />
        </>
      )}
    </SameNamesContext>
  )
}
