import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { bookingAddress } from '#contract/booking/time-address.ts'
import { describeTime } from '#web/both/times/describe-time.ts'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { forScreenReaders } from '#web/components/text.tsx'
import { useOwnText } from '#web/lib/own-words.tsx'
import { useSession } from '#web/lib/use-session.ts'
import { nextFree } from '#words/en/site/home-sentences.tsx'
import { homeTimesOptions } from './home-times.ts'
import { NextFreeTimes } from './next-free-times.tsx'

// Only families that are logged in have appointments.
const familyNext = componentChunk(() => import('./family/family-next.tsx'))

/** The clinic's next free times; after the login below the family's next appointment. */
export function NextTime() {
  const session = useSession()
  const free = <NextFreeTimes />
  if (!session) return free
  return <LazyComponent chunk={familyNext} props={{ email: session.user.email }} waiting={free} />
}

/** A treatment's next free time, which leads to its booking; it is above the link that covers the card. */
export function NextTimeOf({ name }: { name: string }) {
  const own = useOwnText()
  const { data, isPending } = useQuery(homeTimesOptions())
  const first = data?.find((time) => time.name === name)
  // Reserves the line, so that nothing moves when the time has loaded.
  if (!first) return isPending ? <p className="min-h-8 text-sm" /> : null
  return (
    <p className="text-sm">
      <Link
        to={bookingAddress(first)}
        className="relative inline-flex min-h-8 items-center font-bold underline decoration-line underline-offset-4 hover:text-primary"
      >
        <span>
          {nextFree({ time: describeTime(first), treatment: own(name) }, forScreenReaders)}
        </span>
      </Link>
    </p>
  )
}
