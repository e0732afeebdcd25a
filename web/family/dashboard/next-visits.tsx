import { useQuery } from '@tanstack/react-query'
import { nextVisitsOptions } from '#web/both/booking/next-visits/next-visits-query.ts'
import { VisitCard } from '#web/both/booking/next-visits/visit-card.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import * as words from '#words/en/visits/next-visits.ts'

/** The visits that the clinic asks the family to book: docs/requirements.md#next-visits. */
export default function NextVisits() {
  const query = useQuery(nextVisitsOptions())
  return (
    <Loaded query={query} what={{ loading: words.loadingVisits, failed: words.visitsDidNotLoad }}>
      {(visits) =>
        visits.length > 0 && (
          <section aria-labelledby="next-visits" className="grid gap-4">
            <h2 id="next-visits" className="text-2xl">
              {words.timeToBook}
            </h2>
            {visits.map((visit) => (
              <VisitCard key={`${visit._id} ${visit.version}`} ticketId={visit._id} visit={visit} />
            ))}
          </section>
        )
      }
    </Loaded>
  )
}
