import { useQuery } from '@tanstack/react-query'
import * as calls from '#contract/next-visits/next-visits-calls.ts'
import { VisitCard } from '#web/both/booking/next-visits/visit-card.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { send } from '#web/lib/api/send.ts'

/** The visits that the clinic asks the family to book: docs/requirements.md#next-visits. */
export default function NextVisits() {
  const query = useQuery({
    queryKey: ['next-visits', 'open'],
    queryFn: ({ signal }) => send(calls.listNextVisits, { query: {}, signal }),
    staleTime: 0,
    // A visit that was answered here would be shown as open for a moment when the user comes back.
    gcTime: 0,
  })
  return (
    <Loaded query={query} what="visits to book">
      {(visits) =>
        visits.length > 0 && (
          <section aria-labelledby="next-visits" className="grid gap-4">
            <h2 id="next-visits" className="text-2xl">
              Time to book
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
