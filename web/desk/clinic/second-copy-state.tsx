import { useQuery } from '@tanstack/react-query'
import { count } from '#contract/count.ts'
import type { DrillCheck, SecondCopy } from '#contract/second-copy/second-copy.ts'
import { getSecondCopy } from '#contract/second-copy/second-copy-calls.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { send } from '#web/lib/api/send.ts'

const REFRESHED_EVERY_MS = 10_000

const CHECKS: Record<DrillCheck, string> = {
  restore: 'it could not be restored',
  integrity: 'the database is damaged',
  books: 'receipts and payments differ',
  bookings: 'appointments and the audit log differ',
  families: 'links and corrections of families differ',
  search: 'the search differs',
  images: 'images are missing',
  age: 'it was too old',
}

/** Where the second copy is, how old it is, and the result of the last check. */
export function SecondCopyState() {
  const query = useQuery({
    queryKey: ['second copy'],
    queryFn: ({ signal }) => send(getSecondCopy, { signal }),
    refetchInterval: REFRESHED_EVERY_MS,
  })
  if (query.data) return <State copy={query.data.copy} />
  if (query.isError) return <LoadError title="We couldn’t load the copy’s state" query={query} />
  return <p role="status">Loading the copy’s state</p>
}

function State({ copy }: SecondCopy) {
  if (!copy) {
    return (
      <p>
        There is no second copy: if this computer is lost, everything since the last backup is lost
        with it. The setting <code>REPLICA_URL</code> of the site turns one on.
      </p>
    )
  }
  const { place, ageSeconds, isTooOld, drill } = copy
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
      <dt className="text-muted">Place</dt>
      <dd className="break-all">{place}</dd>
      <dt className="text-muted">Age</dt>
      <dd>
        {ageSeconds === null ? 'The first copy is being made' : describeAge(ageSeconds)}
        {isTooOld && <strong> — too old</strong>}
      </dd>
      <dt className="text-muted">Last check</dt>
      <dd>
        {drill ? (
          <>
            {drill.failed.length === 0 ? (
              'Restored, and all was well'
            ) : (
              <strong>Failed: {drill.failed.map((check) => CHECKS[check]).join('; ')}</strong>
            )}{' '}
            (<Instant at={drill.at} as="exact" />)
          </>
        ) : (
          'Not yet'
        )}
      </dd>
    </dl>
  )
}

/** The age is measured every two seconds. */
function describeAge(seconds: number): string {
  if (seconds < 10) return 'Up to date'
  return seconds < 120
    ? `${count(seconds, 'second')} behind`
    : `${count(Math.floor(seconds / 60), 'minute')} behind`
}
