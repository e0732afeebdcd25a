import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { SiteConfig } from '#contract/config/config.ts'
import { BEFORE_ALL_DAYS } from '#contract/dates.ts'
import { findNext, inOrder, isAhead } from '#web/both/appointments/appointment-order.ts'
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
import * as frame from '#words/en/frame.ts'
import * as words from '#words/en/visits/appointments.ts'
import * as dashboard from '#words/en/visits/dashboard.ts'
import * as proposedLinkWords from '#words/en/visits/proposed-links.ts'
import { AppointmentLists } from './appointment-lists.tsx'
import { NextAppointment } from './next-appointment.tsx'
import { ToPay, useOwed } from './to-pay.tsx'

// Few users have a child that another guardian books for.
const familyAppointments = componentChunk(() => import('./family-appointments.tsx'))

const nextShared = componentChunk(() => import('../next-shared.tsx'))

// Few families are asked to book a visit.
const nextVisitCards = componentChunk(() => import('../next-visits.tsx'))

// Few families have an offer to answer.
const needsAnswer = componentChunk(() => import('#web/family/waitlist/needs-answer.tsx'))

// Few users were booked for by the front desk before they had an account.
const proposedLinks = componentChunk(() => import('../proposed-links.tsx'))

export default function MyAppointmentsPage() {
  const email = useSession()?.user.email
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <PageTitle>{dashboard.myAppointments}</PageTitle>
        {email && <WayToBook email={email} />}
      </div>
      {email && <MyAppointments email={email} />}
      {/* Wide screens have it beside the page. */}
      <p className="mt-2 md:hidden">
        <TextLink to="/dashboard/waitlist">{frame.myWaitingList}</TextLink>
      </p>
    </>
  )
}

/** Leads to the booking; without appointments ahead, a button below does. */
function WayToBook({ email }: { email: string }) {
  const list = useQuery(appointmentsOptions(email))
  const now = momentOf(useQuery(configOptions()))
  const { own, shared } = list.data ?? {}
  if (shared === 0 && !own?.some((appointment) => isAhead(appointment, now))) return null
  return (
    <ButtonLink to="/appointment" look="secondary">
      {words.makeAppointment}
    </ButtonLink>
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
    toast.error(words.loggedOut)
  }, [refused])

  // The clinic's date decides the order, but is not worth waiting for a retry.
  const waitsForToday = config.isPending && config.failureCount === 0 && !config.isFetched
  if (refused || list.isPending || waitsForToday)
    return <ListSkeleton label={words.loadingAppointments} />
  if (!list.data) return <LoadError title={words.appointmentsDidNotLoad} query={list} />
  const { own, shared, proposed, toAnswer, nextVisits } = list.data
  const now = momentOf(config)
  return (
    <div className="grid gap-8">
      {toAnswer > 0 && (
        <LazyComponent
          chunk={needsAnswer}
          waiting={<ListSkeleton label={words.loadingToAnswer} />}
        />
      )}
      {nextVisits > 0 && (
        <LazyComponent
          chunk={nextVisitCards}
          waiting={<ListSkeleton label={words.loadingVisits} />}
        />
      )}
      {proposed > 0 && (
        <LazyComponent
          chunk={proposedLinks}
          props={{ email }}
          waiting={<ListSkeleton label={proposedLinkWords.loadingProposed} />}
        />
      )}
      {shared > 0 && <LazyComponent chunk={nextShared} props={{ email }} waiting={null} />}
      <Appointments
        email={email}
        appointments={own}
        sharedCount={shared}
        hasToAnswer={toAnswer > 0}
        now={now}
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
  /** How many others have booked for the user's children. */
  sharedCount: number
  /** What needs an answer has the main action of the page. */
  hasToAnswer: boolean
  now: ReturnType<typeof momentOf>
}

function Appointments(props: AppointmentsProps) {
  const { email, appointments, sharedCount, hasToAnswer, now } = props
  const titleId = useId()
  const wide = useWideScreen('xl')
  const owed = useOwed(email, appointments, sharedCount) ?? []
  const { today } = now
  const ahead = inOrder(appointments, today).filter((appointment) => isAhead(appointment, now))
  const next = findNext(ahead, now)
  const isNextOwed = owed.length === 1 && next.some(({ _id }) => _id === owed[0]?._id)
  // A row for the next one would repeat the card above it; the table has all.
  const listed = wide ? ahead : ahead.filter((appointment) => !next.includes(appointment))
  const pastCount = appointments.length - ahead.length
  return (
    <div className="grid gap-6">
      {next.length > 0 && (
        <NextAppointment
          appointments={next}
          today={today}
          payLook={isNextOwed && !hasToAnswer ? 'primary' : 'secondary'}
        />
      )}
      {owed.length > 0 && !isNextOwed && <ToPay owed={owed} today={today} isMain={!hasToAnswer} />}
      {(listed.length > 0 || sharedCount > 0) && (
        <section aria-labelledby={titleId}>
          <h2 id={titleId} className="mb-3 text-2xl">
            {next.length > 0 && !wide ? words.laterAppointments : frame.appointments}
          </h2>
          {sharedCount > 0 ? (
            <LazyComponent
              chunk={familyAppointments}
              props={{ email, own: listed, today }}
              waiting={<ListSkeleton label={words.loadingOfOthers} />}
            />
          ) : (
            <AppointmentLists appointments={listed} today={today} />
          )}
        </section>
      )}
      {ahead.length === 0 && sharedCount === 0 && <NothingAhead isNew={pastCount === 0} />}
      {pastCount > 0 && (
        <p>
          <TextLink to="/dashboard/history">{words.pastAndCanceled(pastCount)}</TextLink>
        </p>
      )}
    </div>
  )
}

function NothingAhead({ isNew }: { isNew: boolean }) {
  return (
    <EmptyState
      title={isNew ? words.noneYet : words.noneUpcoming}
      picture={<img src={emptyCalendar} alt="" width={240} height={180} className="picture" />}
      action={<ButtonLink to="/appointment">{words.makeAppointment}</ButtonLink>}
    >
      {words.appointmentsShowUpHere}
    </EmptyState>
  )
}
