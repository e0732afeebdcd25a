import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router-dom'
import { formatSlot } from '#contract/booking/slots.ts'
import { formatWireDate } from '#contract/dates.ts'
import type { Family } from '#contract/front-desk/families.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { AGENDA_KEY } from '../agenda/agenda-api.ts'
import { BookedFamilyContext, familyPage } from '../booking/booked-family.ts'
import ChangeFlow from '../change/change-section.tsx'
import { DESK_REFUNDS_KEY } from '../desk-refunds/desk-refunds-api.ts'
import { FAMILIES_KEY, familyOptions } from './families-api.ts'

/** Where staff move or cancel an appointment of a family. */
export default function ChangeAppointmentPage() {
  const { id = '', appointment = '' } = useParams()
  const query = useQuery(familyOptions(id))
  if (query.data) return <ChangeAppointment family={query.data} appointmentId={appointment} />
  if (query.isError) return <LoadError title="We couldn’t load the appointment" query={query} />
  return <ListSkeleton label="Loading the appointment" />
}

interface ChangeAppointmentProps {
  family: Family
  appointmentId: string
}

function ChangeAppointment({ family, appointmentId }: ChangeAppointmentProps) {
  const queries = useQueryClient()
  const { _id: id, name } = family
  const booked = useMemo(() => ({ id, name }), [id, name])
  const found = family.appointments.find(({ _id }) => _id === appointmentId)
  if (!found) {
    return (
      <EmptyState
        title="This appointment does not exist"
        action={<ButtonLink to={familyPage(booked)}>See the family</ButtonLink>}
      />
    )
  }
  function refresh() {
    for (const queryKey of [AGENDA_KEY, FAMILIES_KEY, DESK_REFUNDS_KEY]) {
      void queries.invalidateQueries({ queryKey })
    }
  }
  return (
    <BookedFamilyContext value={booked}>
      <PageTitle className="[overflow-wrap:anywhere]">{name}</PageTitle>
      <p className="mt-2 text-lg text-muted wrap-break-word">
        {[found.treatment, formatWireDate(found.date), formatSlot(found), found.doctor]
          .filter(Boolean)
          .join(', ')}
      </p>
      <p className="mt-2 mb-4">
        <Link
          to={familyPage(booked)}
          className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
        >
          Back to the family
        </Link>
      </p>
      <ChangeFlow appointmentId={appointmentId} onChanged={refresh} />
    </BookedFamilyContext>
  )
}
