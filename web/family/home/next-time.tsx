import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { bookingAddress } from '#contract/booking/time-address.ts'
import { describeDay, describeTime } from '#web/both/times/describe-time.ts'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { useSession } from '#web/lib/use-session.ts'
import { homeTimesOptions } from './home-times.ts'
import { MomentCard } from './moment-card.tsx'

// Only families that are logged in have appointments.
const familyNext = componentChunk(() => import('./family-next.tsx'))

/** The family's next appointment after the login, otherwise the clinic's next free time. */
export function NextTime() {
  const session = useSession()
  const free = <NextFreeTime />
  if (!session) return free
  return (
    <LazyComponent
      chunk={familyNext}
      props={{ email: session.user.email, otherwise: free }}
      waiting={free}
    />
  )
}

/** The clinic's next free time, and the way to all of them. */
function NextFreeTime() {
  const { data: [first] = [] } = useQuery(homeTimesOptions())
  const { notOpen } = useClinic()
  return (
    <div className="mt-5 grid justify-items-start gap-1">
      {first && (
        <MomentCard
          label="Next free time"
          day={describeDay(first.date)}
          moment={describeTime(first)}
          to={bookingAddress(first)}
        >
          {first.name}
        </MomentCard>
      )}
      {notOpen ? (
        <p className="font-bold">{notOpen}.</p>
      ) : (
        <TextLink look="quiet" to="/times">
          See free times
        </TextLink>
      )}
    </div>
  )
}

/** A treatment's next free time on its card leads to its booking; the card's own link does not cover it. */
export function NextTimeOf({ name }: { name: string }) {
  const { data, isPending } = useQuery(homeTimesOptions())
  const first = data?.find((time) => time.name === name)
  // The line is there from the start, so that nothing moves when the time arrives.
  if (!first) return isPending ? <p className="min-h-8 text-sm" /> : null
  return (
    <p className="text-sm">
      <Link
        to={bookingAddress(first)}
        className="relative inline-flex min-h-8 items-center font-bold underline decoration-line underline-offset-4 hover:text-primary"
      >
        <span>
          Next free: {describeTime(first)} <span className="sr-only">for {name}</span>
        </span>
      </Link>
    </p>
  )
}
