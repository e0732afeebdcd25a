import type { Doctor } from '#contract/doctors/doctors.ts'
import { joinNames } from '#contract/names.ts'
import type { AdminTreatment } from '#contract/treatments/treatment-admin.ts'

interface UnbookableNoteProps {
  doctor: Doctor
  treatments: readonly AdminTreatment[]
  /** Ids of the treatments that the doctor continues to give. */
  kept?: readonly string[]
}

/** Names the treatments that cannot be booked without this doctor, because no other doctor gives them. */
export function UnbookableNote({ doctor, treatments, kept = [] }: UnbookableNoteProps) {
  const names = treatments
    .filter(({ _id, needsDoctor, doctors }) => {
      const isGivenUp = doctor.treatments.includes(_id) && !kept.includes(_id)
      return isGivenUp && needsDoctor && doctors.length === 1
    })
    .map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <p>
      <strong>{joinNames(names)} can’t be booked then:</strong> no other doctor gives{' '}
      {names.length === 1 ? 'it' : 'them'}. Choose another doctor, or allow booking without one
      under Treatments.
    </p>
  )
}
