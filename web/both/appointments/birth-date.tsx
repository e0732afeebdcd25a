import { formats } from '#contract/formats/formats.ts'
import * as words from '#words/en/payments/appointment.ts'

/** 'born Jun 5, 2021' */
export function BirthDate({ day }: { day: string }) {
  return <span className="whitespace-nowrap">{words.born(formats.shortDay(day))}</span>
}
