import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { formatMinute } from '#contract/booking/slots.ts'
import type { Family } from '#contract/families/families.ts'
import { describePatient, fullNameOf } from '#contract/patients/patients.ts'
import { BirthDate } from '#web/both/appointments/birth-date.tsx'
import { BookedFamilyContext, familyPage } from '#web/both/appointments/booked-family.ts'
import RescheduleSection from '#web/both/reschedule/reschedule-section.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { deskAvailabilityOptions } from '#web/desk/booking/family-booking-api.ts'
import { familyOptions, refreshFamilies } from '#web/desk/patients/families-api.ts'
import { CASH_REFUNDS_KEY } from '#web/desk/payments/cash-refunds/cash-refunds-api.ts'
import { ChangePatient } from './change-patient.tsx'

export default function ChangeAppointmentPage() {
  const { id = '', appointment = '' } = useParams()
  const query = useQuery(familyOptions(id))
  return (
    <Loaded query={query} what="the appointment">
      {(family) => <ChangeAppointment family={family} appointmentId={appointment} />}
    </Loaded>
  )
}

import { asPatient } from '#web/desk/patients/patient-name.tsx'

interface ChangeAppointmentProps {
  family: Family
  appointmentId: string
}

function ChangeAppointment({ family, appointmentId }: ChangeAppointmentProps) {
  const queries = useQueryClient()
  const formatDay = useDayFormat()
  const { _id: id, name, isReachable } = family
  const found = family.appointments.find(({ _id }) => _id === appointmentId)
  const whose = found?.child ? asPatient(found.child, name) : { patientName: name }
  const patient = describePatient(whose)
  const booked = useMemo(
    () => ({ id, name, isReachable, patient }),
    [id, name, isReachable, patient],
  )
  if (!found) {
    return (
      <EmptyState
        title="This appointment does not exist"
        action={<ButtonLink to={familyPage(booked)}>See the family</ButtonLink>}
      />
    )
  }
  function refresh() {
    void refreshFamilies(queries)
    void queries.invalidateQueries({ queryKey: CASH_REFUNDS_KEY })
  }
  return (
    <BookedFamilyContext value={booked}>
      <PageTitle className="[overflow-wrap:anywhere]">{fullNameOf(whose)}</PageTitle>
      {found.child && (
        <p className="mt-2 text-lg font-bold wrap-break-word">
          <BirthDate day={found.child.birthDate} />
          <span className="font-normal text-muted">
            , family of <bdi>{name}</bdi>
          </span>
        </p>
      )}
      <p className="mt-2 text-lg text-muted wrap-break-word">
        {[found.treatment, formatDay(found.date), formatMinute(found.startMinute), found.doctor]
          .filter(Boolean)
          .join(', ')}
      </p>
      <p className="mt-2 mb-4">
        <TextLink to={familyPage(booked)}>Back to the family</TextLink>
      </p>
      <ChangePatient family={family} appointment={found} onChanged={refresh} />
      <RescheduleSection
        appointmentId={appointmentId}
        onChanged={refresh}
        loadTreatments={(date) => queries.query(deskAvailabilityOptions(date))}
      />
    </BookedFamilyContext>
  )
}
