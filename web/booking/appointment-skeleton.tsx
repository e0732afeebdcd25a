import { Spinner } from '../components/spinner.tsx'

const CARDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** The room of the calendar and the cards, while the clinic's calendar is on its way. */
export function AppointmentSkeleton() {
  return (
    <div className="mt-8 grid gap-12 md:mt-10">
      <div className="after-a-moment leaf grid min-h-[31rem] place-items-center bg-base-100">
        <Spinner label="Loading the calendar" />
      </div>
      <CardsSkeleton />
    </div>
  )
}

/** The room of the treatments' cards while they are on their way. */
export function CardsSkeleton() {
  return (
    <ul aria-hidden="true" className="after-a-moment mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {CARDS.map((card) => (
        <li key={card} className="leaf grid gap-4 bg-base-100 p-6 md:p-8">
          <div className="skeleton h-7 w-3/4 rounded-full" />
          <div className="skeleton h-7 w-1/2 rounded-full" />
          <div className="skeleton h-11 w-full rounded-full" />
        </li>
      ))}
    </ul>
  )
}
