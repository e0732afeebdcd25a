import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { ButtonLink } from '#web/components/button.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { AbsencesList } from '#web/desk/schedule/closures/absences-list.tsx'
import { readClosure } from '#web/desk/schedule/closures/closure-address.ts'
import { WeekHours } from '#web/desk/schedule/hours/week-hours.tsx'
import { treatmentsOptions } from '#web/desk/treatments/treatments-api.ts'
import { doctorsOptions } from './doctors-api.ts'

const detailsForm = componentChunk(() => import('./doctor-details-form.tsx'))

export default function EditDoctorPage() {
  const { id = '' } = useParams()
  const [address] = useSearchParams()
  const query = address.toString()
  const initial = useMemo(() => readClosure(new URLSearchParams(query)), [query])
  const doctors = useQuery({ ...doctorsOptions(), refetchOnWindowFocus: false })
  const treatments = useQuery(treatmentsOptions())
  const failed = [doctors, treatments].find(({ data, error }) => !data && error)
  const doctor = doctors.data?.find(({ _id }) => _id === id)

  if (failed?.error) {
    return (
      <LoadError title="We couldn’t load this doctor" query={{ ...failed, error: failed.error }} />
    )
  }
  if (!doctors.data || !treatments.data) return <ListSkeleton label="Loading the doctor" />
  if (!doctor) {
    return (
      <EmptyState
        title="No such doctor"
        action={<ButtonLink to="/dashboard/managedoctors">Manage Doctors</ButtonLink>}
      >
        Another admin may have deleted them.
      </EmptyState>
    )
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <PageTitle>{doctor.name}</PageTitle>
        <ButtonLink to="/dashboard/managedoctors" look="secondary">
          All doctors
        </ButtonLink>
      </div>
      <div className="grid gap-6">
        <LazyComponent
          chunk={detailsForm}
          props={{ doctor, treatments: treatments.data.treatments }}
          waiting={<ListSkeleton label="Loading the doctor’s details" />}
        />
        <WeekHours doctor={doctor._id} />
        <AbsencesList key={query} doctor={doctor._id} initial={initial} />
      </div>
    </>
  )
}
