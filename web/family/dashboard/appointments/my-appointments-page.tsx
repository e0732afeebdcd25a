import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { SiteConfig } from '#contract/config/config.ts'
import { BEFORE_ALL_DAYS } from '#contract/dates.ts'
import { findNext, inOrder } from '#web/both/appointments/appointment-order.ts'
import { appointmentsOptions } from '#web/both/appointments/appointments-api.ts'
import { logOut } from '#web/both/session/log-out.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { useWideScreen } from '#web/components/table.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { toast } from '#web/components/toasts.tsx'
import emptyCalendar from '#web/illustrations/empty-calendar.svg'
import { ApiError } from '#web/lib/api/api-error.ts'
import { configOptions, minuteOfClinic } from '#web/lib/api/config.ts'
import { useSession } from '#web/lib/use-session.ts'
import { OwnAppointments } from './appointments-table.tsx'
import { NextAppointment } from './next-appointment.tsx'
import { PayAll } from './pay-all.tsx'

// Few users have a child that another guardian books for.
const familyAppointments = componentChunk(() => import('./family-appointments.tsx'))

const nextShared = componentChunk(() => import('../next-shared.tsx'))

// Few families have an offer to answer.
const needsAnswer = componentChunk(() => import('#web/family/waitlist/needs-answer.tsx'))

// Few users were booked for by the front desk before they had an account.
const proposedLinks = componentChunk(() => import('../proposed-links.tsx'))

export default function MyAppointmentsPage() {
  const session = useSession()
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <PageTitle>My Appointments</PageTitle>
        <ButtonLink to="/appointment" look="secondary">
          Book an appointment
        </ButtonLink>
      </div>
      {session && <MyAppointments email={session.user.email} />}
      {/* Wide screens have it beside the page. */}
      <p className="mt-6 text-center md:hidden">
        <TextLink to="/dashboard/waitlist">My Waiting List</TextLink>
      </p>
    </>
  )
}

function MyAppointments({ email }: { email: string }) {
  const list = useQuery(appointmentsOptions(email))
  const config = useQuery(configOptions())
  const refused = isRefused(list.error)

  // docs/requirements.md#access. The layout leads to '/' when the user is logged out.
  useEffect(() => {
    if (!refused) return
    void logOut()
    toast.error('You were logged out. Please log in again.')
  }, [refused])

  // The clinic's date decides the order, but is not worth waiting for a retry.
  const waitsForToday = config.isPending && config.failureCount === 0 && !config.isFetched
  if (refused || list.isPending || waitsForToday)
    return <ListSkeleton label="Loading your appointments" />
  if (!list.data) return <LoadError title="We couldn’t load your appointments" query={list} />
  const { own, shared, proposed, toAnswer } = list.data
  const now = momentOf(config)
  return (
    <div className="grid gap-8">
      {toAnswer > 0 && (
        <LazyComponent
          chunk={needsAnswer}
          waiting={<ListSkeleton label="Loading what needs your answer" />}
        />
      )}
      {proposed > 0 && (
        <LazyComponent
          chunk={proposedLinks}
          props={{ email }}
          waiting={<ListSkeleton label="Loading what the front desk has booked for you" />}
        />
      )}
      {shared > 0 && <LazyComponent chunk={nextShared} props={{ email }} waiting={null} />}
      <Appointments
        email={email}
        appointments={own}
        hasShared={shared > 0}
        now={now}
        payAll={<PayAll email={email} own={own} sharedCount={shared} today={now.today} />}
      />
    </div>
  )
}

/** The clinic's day and minute; without the clinic's settings, all appointments count as upcoming. */
function momentOf({ data, dataUpdatedAt }: { data?: SiteConfig; dataUpdatedAt: number }) {
  if (!data) return { today: BEFORE_ALL_DAYS, minute: 0 }
  return { today: data.clinic.today, minute: minuteOfClinic(data, dataUpdatedAt) }
}

/** Whether the server rejects the session, after an attempt to renew it. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403)
}

interface AppointmentsProps {
  /** The user's. */
  email: string
  appointments: Appointment[]
  /** Others have booked for the user's children, too. */
  hasShared: boolean
  now: ReturnType<typeof momentOf>
  payAll: ReactNode
}

function Appointments({ email, appointments, hasShared, now, payAll }: AppointmentsProps) {
  const titleId = useId()
  const wide = useWideScreen('xl')
  const { today } = now
  if (appointments.length === 0 && !hasShared) {
    return (
      <>
        <EmptyState
          title="No appointments yet"
          picture={<img src={emptyCalendar} alt="" width={240} height={180} className="picture" />}
          action={<ButtonLink to="/appointment">Book an appointment</ButtonLink>}
        >
          Appointments you book will show up here, along with their payment status.
        </EmptyState>
        {payAll}
      </>
    )
  }
  const ordered = inOrder(appointments, today)
  const next = findNext(ordered, now)
  // A card for the next one would repeat the one above it.
  const listed = wide ? ordered : ordered.filter((appointment) => !next.includes(appointment))
  return (
    <div className="grid gap-6">
      {next.length > 0 && <NextAppointment appointments={next} today={today} />}
      {listed.length > 0 || hasShared ? (
        <section aria-labelledby={titleId}>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 id={titleId} className="text-2xl">
              {next.length > 0 && !wide ? 'Other appointments' : 'All appointments'}
            </h2>
            {payAll}
          </div>
          {hasShared ? (
            <LazyComponent
              chunk={familyAppointments}
              props={{ email, own: listed, today }}
              waiting={<ListSkeleton label="Loading appointments that others have booked" />}
            />
          ) : (
            <OwnAppointments appointments={listed} today={today} />
          )}
        </section>
      ) : (
        payAll
      )}
    </div>
  )
}
