import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { NextTimes } from '#contract/booking/next-times.ts'
import { DAY_PARAMETER, TREATMENT_PARAMETER } from '#contract/booking/time-address.ts'
import { dateInAddress } from '#contract/dates.ts'
import { nextTimesOptions } from '#web/both/times/next-times-query.ts'
import { Breadcrumb } from '#web/components/breadcrumb.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import emptyCalendar from '#web/illustrations/empty-calendar.svg'
import { useClinic } from '#web/lib/clinic.tsx'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/times.ts'
import * as sentences from '#words/en/site/times-sentences.tsx'
import { ChosenTime } from './chosen-time.tsx'
import { DayStrip } from './day-strip.tsx'
import { DayTimes } from './day-times.tsx'
import { readLinkedTime } from './linked-time.ts'
import { TreatmentChips } from './treatment-chips.tsx'

/** The next free times, for visitors before they log in: docs/requirements.md#free-times-page. */
export default function TimesPage() {
  const { notOpen } = useClinic()
  return (
    <div className="shell pt-4 pb-12 md:pt-6 md:pb-20">
      <Breadcrumb here={words.title} />
      <PageTitle className="mt-3 md:mt-4 md:text-6xl">{words.title}</PageTitle>
      {notOpen ? <NoTimes title={notOpen} /> : <OfferedTimes />}
    </div>
  )
}

function OfferedTimes() {
  const times = useQuery(nextTimesOptions())
  const [address] = useSearchParams()
  const asked = address.get(TREATMENT_PARAMETER)
  const known = times.data?.find(({ _id }) => _id === asked)
  const linked = known && readLinkedTime(address)
  // Without a treatment in the address, the first one with free times.
  const treatment = known ?? times.data?.find(({ days }) => days.length > 0) ?? times.data?.[0]
  return (
    <>
      <p className="mt-2 max-w-2xl text-muted md:mt-5 md:text-lg">{words.pickATime}</p>
      {asked !== null && times.data && !known && (
        <p className="mt-6 max-w-2xl rounded-2xl bg-honey px-5 py-4 font-semibold">
          {words.treatmentNotOffered}
        </p>
      )}
      <div className="mt-5 grid gap-5 md:mt-8">
        {known && linked && <ChosenTime treatment={known} time={linked} />}
        {times.data && treatment && (
          <FreeTimes
            treatments={times.data}
            treatment={treatment}
            date={dateInAddress(address, DAY_PARAMETER, null)}
          />
        )}
        {times.data?.length === 0 && <NoTimes title={words.noneOnline} isWithoutTreatments />}
        {times.isPending && <TimesSkeleton />}
        {times.isLoadingError && <LoadError title={words.notLoaded} query={times} />}
      </div>
    </>
  )
}

interface FreeTimesProps {
  treatments: readonly NextTimes[]
  /** The chosen one. */
  treatment: NextTimes
  /** ISO; the next free day without one that has free times. */
  date: string | null
}

/** Chooses a treatment, then one of its next days, then a time. */
function FreeTimes({ treatments, treatment, date }: FreeTimesProps) {
  const { _id, name, days } = treatment
  const day = days.find((each) => each.date === date) ?? days[0]
  return (
    <>
      <TreatmentChips treatments={treatments} chosen={treatment} />
      {day ? (
        <>
          <DayStrip treatment={treatment} chosen={day} />
          <DayTimes key={`${_id} ${day.date}`} treatment={treatment} day={day} />
        </>
      ) : (
        <NothingFree name={name} />
      )}
    </>
  )
}

function NothingFree({ name }: { name: string }) {
  const clinic = useClinic()
  return (
    <p className="max-w-2xl">
      {sentences.noTimesFor(
        <strong>
          <OwnText>{name}</OwnText>
        </strong>,
        <PhoneLink of={clinic} className="font-bold whitespace-nowrap" />,
      )}
    </p>
  )
}

interface NoTimesProps {
  title: string
  /** Whether the clinic offers none online. */
  isWithoutTreatments?: boolean
}

function NoTimes({ title, isWithoutTreatments = false }: NoTimesProps) {
  const clinic = useClinic()
  const phone = <PhoneLink of={clinic} className="font-bold whitespace-nowrap" />
  return (
    <EmptyState
      title={title}
      picture={<img src={emptyCalendar} alt="" width={320} height={240} className="picture" />}
    >
      {isWithoutTreatments ? sentences.noTreatmentsCall(phone) : sentences.callUsAt(phone)}
    </EmptyState>
  )
}

function TimesSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{words.loading}</span>
      <div aria-hidden="true" className="grid gap-6">
        <div className="leaf skeleton h-64" />
        <div className="leaf skeleton h-64" />
      </div>
    </div>
  )
}
