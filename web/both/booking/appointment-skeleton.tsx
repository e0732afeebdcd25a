import type { ReactNode } from 'react'
import { familyPage, useBookedFamily } from '#web/both/appointments/booked-family.ts'
import { Spinner } from '#web/components/states/loading.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/booking/page.ts'
import picture from './calendar/calendar-illustration.svg'

interface AppointmentHeadingProps {
  /** Who it is for, in a `PatientRow`; staff choose in the dialog. */
  patient?: ReactNode
  children: ReactNode
}

/** The appointment page's title above the calendar or its skeleton. */
export function AppointmentHeading({ patient, children }: AppointmentHeadingProps) {
  const { hours } = useClinic()
  const own = useOwnText()
  const family = useBookedFamily()
  if (family) {
    return (
      <>
        <h1 className="text-4xl [overflow-wrap:anywhere]">
          Book for <bdi>{family.name}</bdi>
        </h1>
        <p className="mt-2">
          <TextLink to={familyPage(family)}>Back to the family</TextLink>
        </p>
        {children}
      </>
    )
  }
  return (
    <div className="shell py-5 md:py-16 xl:py-10">
      <h1 className="text-2xl md:text-5xl">{words.makeAppointment}</h1>
      <p className="mt-3 max-w-2xl text-lg text-muted max-md:hidden">
        {words.chooseWhatWorks(own(hours))}
      </p>
      {patient}
      {children}
    </div>
  )
}

/** The place of the patient's choice, which keeps its height until the children have loaded. */
export function PatientRow({ children }: { children?: ReactNode }) {
  return <div className="mt-1 flex min-h-12 flex-wrap items-center gap-x-3 md:mt-4">{children}</div>
}

/** The calendar with the image beside it and the treatments below; on wide screens these beside it, too. */
export const BOOKING_COLUMNS =
  'grid gap-8 *:min-w-0 md:grid-cols-[24rem_1fr] md:gap-y-12 lg:grid-cols-[27rem_1fr]'

/** What follows the calendar in `BOOKING_COLUMNS`. */
export const BESIDE_CALENDAR =
  'contents *:min-w-0 *:md:max-xl:not-first:col-span-2 xl:grid xl:content-start xl:gap-8'

/** Keys of six cards. */
const CARDS = [1, 2, 3, 4, 5, 6]

/** Skeleton of the calendar and the treatments. Screen readers read `label`. */
export function AppointmentSkeleton({ label }: { label: string }) {
  return (
    <div data-page-wait="" className={`mt-4 md:mt-10 ${BOOKING_COLUMNS}`}>
      <div className="leaf grid min-h-[21rem] place-items-center bg-base-100 md:min-h-[29.8rem] xl:self-start">
        <span className="after-a-moment">
          <Spinner label={label} />
        </span>
      </div>
      <div className={BESIDE_CALENDAR}>
        <CalendarIllustration />
        <div>
          <div
            aria-hidden="true"
            className="after-a-moment skeleton h-9 w-full max-w-lg rounded-full"
          />
          <CardsSkeleton />
        </div>
      </div>
    </div>
  )
}

/** The image beside the calendar, on wide screens a band; not on phones, where the days come first. */
export function CalendarIllustration() {
  return (
    <img
      src={picture}
      alt=""
      width={720}
      height={520}
      loading="lazy"
      className="picture h-full w-full rounded-[2rem] object-cover max-md:hidden md:max-lg:object-right xl:h-36 xl:object-[50%_72%]"
    />
  )
}

/** Skeleton of the treatments' cards. */
export function CardsSkeleton() {
  return (
    <ul
      aria-hidden="true"
      className="after-a-moment mt-4 grid gap-2 sm:grid-cols-2 md:mt-6 md:gap-5 lg:max-xl:grid-cols-3"
    >
      {CARDS.map((card) => (
        <li
          key={card}
          className="leaf flex items-center gap-3 bg-base-100 p-3 md:grid md:gap-5 md:p-6"
        >
          <div className="flex w-full items-center gap-4">
            <div className="skeleton size-12 shrink-0 rounded-full md:size-20" />
            <div className="grid h-14 w-full content-center gap-3 md:h-22">
              <div className="skeleton h-5 w-full rounded-full md:h-6" />
              <div className="skeleton h-4 w-1/2 rounded-full md:h-5" />
            </div>
          </div>
          <div className="skeleton h-11 w-24 shrink-0 rounded-full md:w-full" />
        </li>
      ))}
    </ul>
  )
}
