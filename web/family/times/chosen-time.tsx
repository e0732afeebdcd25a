import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { NextTimes } from '#contract/booking/next-times.ts'
import { bookingAddress, type LinkedTime } from '#contract/booking/time-address.ts'
import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { describeTime } from '#web/both/times/describe-time.ts'
import { nearestSlots } from '#web/both/times/nearest-slots.ts'
import { useLiveDay } from '#web/both/times/use-live-day.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { useInBrowser } from '#web/components/use-in-browser.ts'
import { fetchAnew } from '#web/lib/api/fetch-anew.ts'
import { OwnText } from '#web/lib/own-words.tsx'
import { useSession } from '#web/lib/use-session.ts'
import * as words from '#words/en/site/times.ts'
import { dayOptions } from './day-query.ts'
import { TimeLink } from './day-times.tsx'

// Only families that are logged in have appointments.
const ownTime = componentChunk(() => import('./own-time.tsx'))

interface ChosenTimeProps {
  treatment: NextTimes
  time: LinkedTime
}

/** The time that a link names, with a button to book it; if it is taken, the nearest free times of its day. */
export function ChosenTime({ treatment, time }: ChosenTimeProps) {
  const queries = useQueryClient()
  const session = useSession()
  // The server does not know whose time it is, so users see nothing until the browser does (public.css).
  const isForAll = !useInBrowser()
  const options = dayOptions(time.date)
  const day = useQuery(options)
  useLiveDay(time.date, () => {
    // The shown times stay until the next change.
    fetchAnew(queries, options).catch(() => {})
  })
  const offered = day.data?.find(({ _id }) => _id === treatment._id)
  const doctor = offered?.doctors?.find(({ _id }) => _id === time.doctor)
  const slots = doctor?.slots ?? offered?.slots ?? []
  const waiting = <div aria-hidden="true" className="leaf skeleton h-44" />
  if (day.isPending) return waiting
  if (offered && slots.includes(time.slot)) {
    return (
      <Card className="flex flex-wrap items-center justify-between gap-5">
        <div>
          <h2 className="text-2xl">{describeTime(time)}</h2>
          <p className="mt-2 text-lg text-muted">
            <OwnText>{treatment.name}</OwnText>
            {doctor && `, ${doctor.name}`}, {formatPrice(offered.price)}
          </p>
        </div>
        <ButtonLink to={bookingAddress({ ...time, doctor: doctor?._id })}>
          {words.bookThisTime}
        </ButtonLink>
      </Card>
    )
  }
  const taken = <TakenTime {...{ treatment, time, offered, slots }} doctor={doctor?._id} />
  if (isForAll) {
    return (
      <>
        <div data-signed-out-only="">{taken}</div>
        <div data-signed-in-only="">{waiting}</div>
      </>
    )
  }
  if (!session) return taken
  const { _id, name } = treatment
  const known = offered ?? { _id, name, price: 0, slots: [] }
  return (
    <LazyComponent
      chunk={ownTime}
      props={{ email: session.user.email, time, treatment: known, otherwise: taken }}
      waiting={waiting}
    />
  )
}

interface TakenTimeProps extends ChosenTimeProps {
  offered: Treatment | undefined
  slots: readonly string[]
  doctor: string | undefined
}

function TakenTime({ treatment, time, offered, slots, doctor }: TakenTimeProps) {
  const sameDoctor = nearestSlots(slots, time.slot)
  const any = nearestSlots(offered?.slots ?? [], time.slot)
  const nearest = sameDoctor.length > 0 ? sameDoctor : any
  return (
    <Card>
      <h2 className="text-2xl">{words.timeIsTaken}</h2>
      {nearest.length > 0 ? (
        <>
          <p className="mt-2 text-muted">{words.nearestTimes(describeTime(time))}</p>
          <ul className="slot-grid mt-4 max-w-md">
            {nearest.map((slot) => (
              <li key={slot}>
                <TimeLink
                  treatment={treatment}
                  date={time.date}
                  slot={slot}
                  doctor={sameDoctor.length > 0 ? doctor : undefined}
                />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="mt-2 text-muted">{words.nothingElseFreeOn(formats.weekday(time.date))}</p>
      )}
    </Card>
  )
}
