import { formatWireDate } from '#contract/dates.ts'
import { missingSurname } from '#contract/guardians/children.ts'

interface PatientNameProps {
  name: string
  /** The guardian's name, whose surname stands in grey where the child's has none. */
  guardian?: string | undefined
}

/** A patient's full name. */
export function PatientName({ name, guardian }: PatientNameProps) {
  const surname = guardian && missingSurname(name, guardian)
  return (
    <bdi>
      {name}
      {surname && <span className="font-normal text-muted"> {surname}</span>}
    </bdi>
  )
}

/** 'born Jun 5, 2021' */
export function BirthDate({ day }: { day: string }) {
  return <span className="whitespace-nowrap">born {formatWireDate(day)}</span>
}

/** Beside patients that a day has two of. */
export function SameName() {
  return (
    <>
      {' '}
      <span className="ml-1 rounded-full bg-honey px-2 text-xs font-bold whitespace-nowrap">
        Same name today
      </span>
    </>
  )
}
