import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Spinner } from '#web/components/states/loading.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { familyPage, useBookedFamily } from '../booked-family.ts'
import picture from '../calendar/calendar-illustration.svg'

interface AppointmentHeadingProps {
  /** Whom the address says that the appointment is for, in a `PatientRow`. */
  patient?: ReactNode
  children: ReactNode
}

/** The appointment page's title above the calendar or its skeleton. */
export function AppointmentHeading({ patient, children }: AppointmentHeadingProps) {
  const { hours } = useClinic()
  const family = useBookedFamily()
  if (family) {
    return (
      <>
        <h1 className="text-4xl [overflow-wrap:anywhere]">Book for {family.name}</h1>
        <p className="mt-2">
          <Link
            to={familyPage(family)}
            className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
          >
            Back to the family
          </Link>
        </p>
        {children}
      </>
    )
  }
  return (
    <div className="shell py-10 md:py-16">
      <h1 className="text-4xl md:text-5xl">Make an appointment</h1>
      <p className="mt-3 max-w-2xl text-lg text-muted">
        Choose a day, then a treatment and time that work for you and your child. We’re open {hours}
        .
      </p>
      {patient}
      {children}
    </div>
  )
}

/** The place of the patient's name; as high without it, so that nothing moves when it is there. */
export function PatientRow({ children }: { children?: ReactNode }) {
  return <div className="mt-4 flex min-h-12 flex-wrap items-center gap-x-3">{children}</div>
}

const CARDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/**
 * Skeleton of the calendar and the treatments. `label` is read out.
 */
export function AppointmentSkeleton({ label }: { label: string }) {
  return (
    <div data-page-wait="" className="mt-8 grid gap-12 md:mt-10">
      <div className="grid gap-8 md:grid-cols-[24rem_1fr] lg:grid-cols-[27rem_1fr]">
        <div className="leaf grid min-h-[27rem] place-items-center bg-base-100 md:min-h-[29.8rem]">
          <span className="after-a-moment">
            <Spinner label={label} />
          </span>
        </div>
        <CalendarIllustration />
      </div>
      <div>
        <div
          aria-hidden="true"
          className="after-a-moment skeleton h-9 w-full max-w-lg rounded-full"
        />
        <CardsSkeleton />
      </div>
    </div>
  )
}

/** The image beside the calendar; on phones a strip above it. */
export function CalendarIllustration() {
  return (
    <img
      src={picture}
      alt=""
      width={720}
      height={520}
      className="picture h-28 w-full rounded-[2rem] object-cover max-md:order-first md:h-full md:max-lg:object-right"
    />
  )
}

/** Skeleton of the treatments' cards. */
export function CardsSkeleton() {
  return (
    <ul aria-hidden="true" className="after-a-moment mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {CARDS.map((card) => (
        <li key={card} className="leaf grid gap-5 bg-base-100 p-6">
          <div className="flex items-center gap-4">
            <div className="skeleton size-20 shrink-0 rounded-full" />
            <div className="grid h-22 w-full content-center gap-3">
              <div className="skeleton h-6 w-full rounded-full" />
              <div className="skeleton h-5 w-1/2 rounded-full" />
            </div>
          </div>
          <div className="skeleton h-11 w-full rounded-full" />
        </li>
      ))}
    </ul>
  )
}
