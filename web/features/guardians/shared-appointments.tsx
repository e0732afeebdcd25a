import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { IsoDate } from '#contract/dates.ts'
import type { SharedAppointment } from '#contract/families/guardians.ts'
import { formatPrice } from '#contract/money.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { inOrder, isUpcoming } from '../dashboard/appointments/appointment-order.ts'
import { sharedAppointmentsOptions } from './guardians-api.ts'

/** Appointments that are shown at once. */
const SHOWN = 10

interface SharedAppointmentsProps {
  /** The user's. */
  email: string
  /** The clinic's today. */
  today: IsoDate
}

/** The appointments of the user's children that other guardians have booked. */
export default function SharedAppointments({ email, today }: SharedAppointmentsProps) {
  const query = useQuery(sharedAppointmentsOptions(email))
  if (query.data) return <SharedList appointments={query.data} today={today} />
  if (query.isError) {
    return <LoadError title="We couldn’t load what other guardians have booked" query={query} />
  }
  return <ListSkeleton label="Loading appointments that others have booked" />
}

function SharedList({
  appointments,
  today,
}: {
  appointments: readonly SharedAppointment[]
  today: IsoDate
}) {
  const titleId = useId()
  const [showsAll, setShowsAll] = useState(false)
  const ordered = inOrder(appointments, today)
  const shown = showsAll ? ordered : ordered.slice(0, SHOWN)
  if (appointments.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-3 text-2xl">
        Booked by another guardian
      </h2>
      <ul className="leaf divide-y divide-base-300 bg-base-100 px-5 shadow-soft">
        {shown.map((appointment) => (
          <li
            key={appointment._id}
            className={isUpcoming(appointment, today) ? undefined : 'text-muted'}
          >
            <SharedRow appointment={appointment} />
          </li>
        ))}
      </ul>
      {shown.length < ordered.length && (
        <Button look="quiet" className="mt-2 min-h-11 px-4" onClick={() => setShowsAll(true)}>
          Show all {ordered.length}
        </Button>
      )}
    </section>
  )
}

function SharedRow({ appointment }: { appointment: SharedAppointment }) {
  const { _id, treatment, child, date, slot, doctor, mayBook, mayCancel, price } = appointment
  const name = <BreakAfterSlash text={treatment} />
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="text-lg [overflow-wrap:anywhere]">
          {mayBook || mayCancel || price !== undefined ? (
            <Link
              to={`/dashboard/appointment/${_id}`}
              className="inline-block max-w-full py-2 underline decoration-1 underline-offset-4 sm:py-0"
            >
              {name}
            </Link>
          ) : (
            name
          )}
          {child && <span className="block text-sm font-bold text-muted">for {child.name}</span>}
        </h3>
        <p>
          <span className="font-bold">{date}</span>, {slot}
          {doctor && <span className="block text-sm text-muted wrap-anywhere">{doctor}</span>}
        </p>
      </div>
      <SharedState appointment={appointment} />
    </div>
  )
}

/** Canceled, Paid, Not paid, or a link to the payment for users who may pay. */
function SharedState({ appointment }: { appointment: SharedAppointment }) {
  const { _id, status, paid, price, treatment, child, date } = appointment
  if (status === 'cancelled') return <span className="font-bold text-muted">Canceled</span>
  if (paid) return <span className="font-bold text-success">Paid</span>
  if (price === undefined) return <span className="font-bold">Not paid</span>
  return (
    <ButtonLink
      look="secondary"
      to={`/dashboard/appointment/${_id}`}
      aria-label={`Pay ${formatPrice(price)} for ${treatment}${child ? ` for ${child.name}` : ''} on ${date}`}
    >
      Pay {formatPrice(price)}
    </ButtonLink>
  )
}
