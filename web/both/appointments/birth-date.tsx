import { formatWireDate } from '#contract/dates.ts'

/** 'born Jun 5, 2021' */
export function BirthDate({ day }: { day: string }) {
  return <span className="whitespace-nowrap">born {formatWireDate(day)}</span>
}
