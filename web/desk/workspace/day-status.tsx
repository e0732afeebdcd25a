import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { getDayStatus } from '#contract/front-desk/agenda-calls.ts'
import { describeOpening } from '#contract/front-desk/day-status.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { TextButton } from '#web/components/text-link.tsx'
import { AGENDA_KEY } from '#web/desk/appointments/agenda-api.ts'
import { SHOWS_REFUSAL } from '#web/lib/api/api-error.ts'
import { STAFF_REFETCH_MS } from '#web/lib/api/query-client.ts'
import { send } from '#web/lib/api/send.ts'
import { useLiveAgenda } from './use-live-agenda.ts'

const dayStatusOptions = queryOptions({
  // Below the agenda's key, because changes of appointments change it.
  queryKey: [...AGENDA_KEY, 'status'],
  queryFn: ({ signal }) => send(getDayStatus, { signal }),
  staleTime: 0,
  refetchInterval: STAFF_REFETCH_MS,
  // Part of every page, so the page itself handles a refusal.
  meta: SHOWS_REFUSAL,
})

/**
 * Part of the top bar: whether the clinic is open, how many patients have arrived and are late, and
 * since when the screen is not live. Not announced, because that would interrupt users at every
 * change.
 */
export default function DayStatus() {
  const { lostAt, retry } = useLiveAgenda()
  const { data } = useQuery(dayStatusOptions)
  return (
    <div className="flex min-w-0 items-center gap-3 text-sm">
      {data && (
        <ul
          aria-label="Today"
          className="hidden flex-wrap justify-end gap-x-3 text-nowrap text-muted lg:flex"
        >
          <li className="max-w-56 truncate">{describeOpening(data)}</li>
          <Figure count={data.waiting} name="arrived" show="waiting" />
          <Figure count={data.inRoom} name="in a room" />
          <Figure count={data.late} name="late" show="late" />
          {!lostAt && (
            <li>
              <span aria-hidden="true" className="text-primary">
                ●
              </span>{' '}
              live
            </li>
          )}
        </ul>
      )}
      {lostAt && (
        <p
          title="Changes show within a minute"
          className="flex items-center gap-x-2 rounded-lg bg-honey px-2 text-base-content"
        >
          <span className="font-bold text-nowrap max-sm:sr-only">
            Not live since <Instant at={lostAt} as="time" />
          </span>
          <span aria-hidden="true" className="font-bold sm:hidden">
            Not live
          </span>
          <TextButton onClick={retry} className="max-sm:sr-only">
            Try again
          </TextButton>
        </p>
      )}
    </div>
  )
}

interface FigureProps {
  count: number
  name: string
  /** The list's filter for them. */
  show?: 'late' | 'waiting'
}

function Figure({ count, name, show }: FigureProps) {
  if (count === 0) return null
  const text = (
    <>
      <span className="font-extrabold text-base-content tabular-nums">{count}</span> {name}
    </>
  )
  return (
    <li>
      {show ? (
        <Link
          to={`/dashboard/agenda?view=list&show=${show}`}
          className="inline-flex min-h-6 items-center gap-1 underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {text}
        </Link>
      ) : (
        text
      )}
    </li>
  )
}
