import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { TREATMENT_PARAMETER } from '#contract/booking/time-address.ts'
import { nextTimesOptions } from '#web/both/times/next-times-query.ts'
import { Breadcrumb } from '#web/components/breadcrumb.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import emptyCalendar from '#web/illustrations/empty-calendar.svg'
import { useClinic } from '#web/lib/clinic.tsx'
import { ChosenTime } from './chosen-time.tsx'
import { readLinkedTime } from './linked-time.ts'
import { TreatmentTimes } from './treatment-times.tsx'

const title = 'Free Times'

/** The next free times, for visitors before they log in: docs/requirements.md#free-times-page. */
export default function TimesPage() {
  const times = useQuery(nextTimesOptions())
  const [address] = useSearchParams()
  const asked = address.get(TREATMENT_PARAMETER)
  const one = times.data?.find(({ _id }) => _id === asked)
  const linked = one && readLinkedTime(address)
  const shown = one ? [one] : times.data
  return (
    <div className="shell pt-6 pb-20">
      <Breadcrumb here={title} />
      <PageTitle className="mt-4 md:text-6xl">{title}</PageTitle>
      <p className="mt-5 max-w-2xl text-lg text-muted">
        Pick a time to book it online. You log in or sign up next, and the time stays chosen.
      </p>
      {one && (
        <p className="mt-3">
          <TextLink look="quiet" to="/times">
            All treatments
          </TextLink>
        </p>
      )}
      {asked !== null && times.data && !one && (
        <p className="mt-6 max-w-2xl rounded-2xl bg-honey px-5 py-4 font-semibold">
          The treatment of this link is not offered anymore. These are the ones that are.
        </p>
      )}
      <div className={`mt-8 grid gap-6 md:mt-10 ${one ? '' : 'items-start lg:grid-cols-2'}`}>
        {one && linked && <ChosenTime treatment={one} time={linked} />}
        {shown?.map((treatment) => (
          <TreatmentTimes key={treatment._id} treatment={treatment} isAlone={one !== undefined} />
        ))}
        {times.data?.length === 0 && <NothingOffered />}
        {times.isPending && <TimesSkeleton />}
        {times.isLoadingError && (
          <LoadError title="We couldn’t load the free times" query={times} />
        )}
      </div>
    </div>
  )
}

function NothingOffered() {
  const clinic = useClinic()
  return (
    <EmptyState
      title="No online appointments right now"
      picture={<img src={emptyCalendar} alt="" width={320} height={240} className="picture" />}
    >
      No treatment can be booked online at the moment. Call us at{' '}
      <PhoneLink of={clinic} className="font-bold whitespace-nowrap" />.
    </EmptyState>
  )
}

function TimesSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading free times</span>
      <div aria-hidden="true" className="grid gap-6">
        <div className="leaf skeleton h-64" />
        <div className="leaf skeleton h-64" />
      </div>
    </div>
  )
}
