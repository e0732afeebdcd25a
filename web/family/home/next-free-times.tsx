import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { bookingAddress } from '#contract/booking/time-address.ts'
import { describeTime } from '#web/both/times/describe-time.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/home.ts'
import { type FirstTime, homeTimesOptions, SHOWN_TIMES } from './home-times.ts'

interface NextFreeTimesProps {
  /** Whether a time suits the family; all do when absent. */
  fits?: (time: FirstTime) => boolean
}

/** The next free times of a few treatments, and the way to all of them. */
export function NextFreeTimes({ fits = Boolean }: NextFreeTimesProps) {
  const { data = [] } = useQuery(homeTimesOptions())
  const { notOpen } = useClinic()
  const shown = data.filter(fits).slice(0, SHOWN_TIMES)
  return (
    <div className="mt-5 grid justify-items-start gap-1">
      {shown.length > 0 && (
        <div className="leaf w-full max-w-md bg-base-100 p-3">
          <p className="text-sm font-bold text-primary">{words.nextFreeTimes}</p>
          <ul>
            {shown.map((time) => (
              <li key={time.treatment}>
                <Link to={bookingAddress(time)} className="grid py-1 hover:text-primary">
                  <strong>{describeTime(time)}</strong>{' '}
                  <span className="text-muted">
                    <OwnText>{time.name}</OwnText>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <TextLink look="quiet" to="/times">
        {notOpen ?? words.seeFreeTimes}
      </TextLink>
    </div>
  )
}
