import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { formatMinute } from '#contract/booking/slots.ts'
import { count } from '#contract/count.ts'
import type { Family, FamilyAppointment } from '#contract/families/families.ts'
import { formatPrice, sumOfPrices } from '#contract/money.ts'
import { describeChild } from '#contract/patients/patients.ts'
import { BirthDate } from '#web/both/appointments/birth-date.tsx'
import { changePage, familyPage } from '#web/both/appointments/booked-family.ts'
import { describePlace } from '#web/both/appointments/place-in-series.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { ATTENDANCE_NAMES } from '#web/desk/appointments/attendance-names.ts'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { FamilyClaim } from '#web/desk/claims/family-claim.tsx'
import { familyOptions } from '#web/desk/patients/families-api.ts'
import { OpenCashRefunds } from '#web/desk/payments/cash-refunds/open-cash-refunds.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { ENGLISH_NAMES } from '#words/language-names.ts'
import { DeskFamilyButtons } from './desk-family.tsx'
import { FamilyChildren } from './family-children.tsx'
import { LinkFamily } from './link-family.tsx'
import { LinkedFamilies } from './linked-families.tsx'

export default function FamilyPage() {
  const { id = '' } = useParams()
  const query = useQuery(familyOptions(id))
  if (!query.data && query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState
        title="This family does not exist"
        action={<ButtonLink to="/dashboard/families">Find a family</ButtonLink>}
      />
    )
  }
  return (
    <Loaded query={query} what="the family">
      {(family) => <FamilyDetails family={family} />}
    </Loaded>
  )
}

function FamilyDetails({ family }: { family: Family }) {
  const { _id: id, name, hasAccount, phone, missed, appointments, today, minute } = family
  const { secondGuardian } = family
  const isUpcoming = ({ date, startMinute, status }: FamilyAppointment) =>
    status === 'booked' && (date > today || (date === today && startMinute > minute))
  const upcoming = appointments.filter(isUpcoming).toReversed()
  const past = appointments.filter((appointment) => !isUpcoming(appointment))
  const owed = sumOfPrices(
    past.filter((each) => each.status === 'booked' && !each.paid && each.attendance !== 'no_show'),
  )
  return (
    <>
      <PageTitle className="[overflow-wrap:anywhere]">{name}</PageTitle>
      <p className="mt-2 text-lg text-muted">
        {hasAccount ? 'Has an account' : 'Without an account'}
        {missed > 0 && (
          <span className="ms-3 font-bold text-error">
            {count(missed, 'no-show')} in the last 12 months
          </span>
        )}
      </p>
      <dl className="mt-4 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <dt className="text-muted">Phone</dt>
        <dd>
          {phone ? (
            <PhoneLink
              of={family}
              className="inline-flex min-h-11 items-center font-bold sm:min-h-6"
            />
          ) : (
            'None yet'
          )}
        </dd>
        <dt className="text-muted">Email</dt>
        <dd className="[overflow-wrap:anywhere]">
          <Reachability family={family} />
        </dd>
        {family.language && (
          <>
            <dt className="text-muted">Language</dt>
            <dd className="font-bold">{ENGLISH_NAMES[family.language]}</dd>
          </>
        )}
        {secondGuardian && (
          <>
            <dt className="text-muted">Second guardian</dt>
            <dd className="wrap-anywhere">
              <bdi>{secondGuardian.name}</bdi>
              {[secondGuardian.phone, secondGuardian.email].map((reach) => reach && `, ${reach}`)}
            </dd>
          </>
        )}
        <dt className="text-muted">Money</dt>
        <dd>
          {describeMoney(family)}
          {owed > 0 && <span className="ms-2 font-bold text-error">owes {formatPrice(owed)}</span>}
        </dd>
      </dl>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={`${familyPage({ id })}/book`}>Book an appointment</ButtonLink>
        <ButtonLink
          look="secondary"
          to={`/dashboard/waiting?${new URLSearchParams({ family: id })}`}
        >
          Add to the waiting list
        </ButtonLink>
        <ButtonLink look="secondary" to="/dashboard/families">
          Find another family
        </ButtonLink>
        {!hasAccount && <DeskFamilyButtons family={family} />}
      </div>
      <FamilyChildren family={family} />
      <Links family={family} />
      <FamilyClaim family={family} />
      <OpenCashRefunds family={id} />
      <Appointments
        title="Upcoming"
        appointments={upcoming}
        empty="No upcoming appointment"
        family={id}
      />
      <Appointments title="Past and canceled" appointments={past} empty="No past appointment" />
    </>
  )
}

function describeMoney({ money: { paid, refunded } }: Family): string {
  if (paid === 0) return 'Nothing paid yet'
  const sum = `Paid ${formatPrice(paid)}`
  return refunded === 0 ? sum : `${sum}, refunded ${formatPrice(refunded)}`
}

function Reachability({ family: { email, isReachable, hasAccount } }: { family: Family }) {
  if (email === null) return <>None: call to confirm, move or cancel</>
  if (isReachable) return <>{email}</>
  return (
    <>
      {email}{' '}
      <span className="font-bold text-error">
        {hasAccount ? 'Not verified, or an email bounced' : 'An email bounced'}
      </span>
    </>
  )
}

/** The account or families with the same email. */
function Links({ family }: { family: Family }) {
  const { _id: id, link, proposed, linkable, linked } = family
  return (
    <>
      {link && <LinkFamily key={id} id={id} preview={link} proposed={proposed} />}
      {linked.length > 0 && <LinkedFamilies linked={linked} />}
      {linkable.length > 0 && (
        <Card className="mt-6">
          <h2 className="text-xl">Same email, without an account</h2>
          <ul>
            {linkable.map(({ _id, name }) => (
              <li key={_id}>
                <TextLink to={familyPage({ id: _id })} className="[overflow-wrap:anywhere]">
                  {name}
                </TextLink>
              </li>
            ))}
          </ul>
          <p className="text-muted">Open it to link its appointments to this account.</p>
        </Card>
      )}
    </>
  )
}

/** How many appointments are shown at first. */
const SHOWN = 10

interface AppointmentsProps {
  title: string
  appointments: readonly FamilyAppointment[]
  empty: string
  /** The family's id, if the appointments can be changed. */
  family?: string
}

function Appointments({ title, appointments, empty, family }: AppointmentsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? appointments : appointments.slice(0, SHOWN)
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="text-2xl">{title}</h2>
      {appointments.length === 0 && <p className="mt-2 text-muted">{empty}</p>}
      {appointments.length > 0 && (
        <DividedList>
          {shown.map((appointment) => (
            <li key={appointment._id}>
              <AppointmentRow appointment={appointment} family={family} />
            </li>
          ))}
        </DividedList>
      )}
      {shown.length < appointments.length && (
        <Button look="quiet" className="mt-2 min-h-11 px-4" onClick={() => setShowsAll(true)}>
          Show all {appointments.length}
        </Button>
      )}
    </section>
  )
}

interface AppointmentRowProps {
  appointment: FamilyAppointment
  family: string | undefined
}

function AppointmentRow({ appointment, family }: AppointmentRowProps) {
  const { date, startMinute, treatment, child, bookedBy, doctor, price, paid } = appointment
  const { note, overrideReason, squeezed, status, attendance, refunded } = appointment
  const place = describePlace(appointment)
  const formatDay = useDayFormat()
  return (
    <div className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
      <div>
        <Link
          to={`/dashboard/agenda?date=${date}`}
          className="inline-flex min-h-11 items-center font-extrabold underline underline-offset-4 sm:min-h-6"
        >
          {formatDay(date)}
        </Link>
        <p className="font-bold">{formatMinute(startMinute)}</p>
      </div>
      <div className="min-w-0">
        <p className="font-bold wrap-break-word">
          <BreakAfterSlash text={treatment} />
        </p>
        {child && (
          <p className="text-sm font-bold">
            for <bdi>{child.name}</bdi>, <BirthDate day={child.birthDate} />
          </p>
        )}
        {bookedBy && (
          <p className="text-sm text-muted wrap-anywhere">
            booked by <bdi>{bookedBy.name}</bdi>
          </p>
        )}
        {doctor && <p className="text-sm text-muted">{doctor}</p>}
        {place && <p className="text-sm text-muted">{place}</p>}
        {overrideReason && (
          <p className="text-sm">
            {squeezed ? 'Squeezed in' : 'Exception'}: {overrideReason}
          </p>
        )}
        {note && <p className="text-sm whitespace-pre-line">{note}</p>}
      </div>
      <div className="sm:text-end">
        <p className="font-bold">
          {status === 'cancelled' ? 'Canceled' : ATTENDANCE_NAMES[attendance]}
        </p>
        <p>
          {formatPrice(price)}{' '}
          {(paid || status === 'booked') && (
            <span className={paid ? 'font-bold' : 'font-bold text-error'}>
              {paid ? 'Paid' : 'Not paid'}
            </span>
          )}
        </p>
        {refunded > 0 && <p className="text-sm">Refunded {formatPrice(refunded)}</p>}
        {family && (
          <TextLink
            to={changePage({ id: family }, appointment._id)}
            aria-label={`Move or cancel ${treatment} on ${formatDay(date)}${child ? ` for ${describeChild(child)}` : ''}`}
            className="sm:min-h-6"
          >
            Move or cancel
          </TextLink>
        )}
      </div>
    </div>
  )
}
