import { useQuery } from '@tanstack/react-query'
import type { IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import { nextTimesOptions } from '#web/both/times/next-times-query.ts'
import { TextButton } from '#web/components/text-link.tsx'
import { useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/booking/treatments.ts'

interface NextFreeDayProps {
  /** The treatment that is full on `date`. */
  treatment: { _id: string; name: string }
  date: IsoDate
  onChoose: (day: IsoDate) => void
}

/** Links to the next day on which the treatment is free; nothing until that is known. */
export default function NextFreeDay({ treatment, date, onChoose }: NextFreeDayProps) {
  const own = useOwnText()
  const { data = [] } = useQuery(nextTimesOptions())
  const days = data.find(({ _id }) => _id === treatment._id)?.days ?? []
  const next = days.find((day) => day.date > date)
  if (!next) return null
  const day = formats.weekday(next.date)
  return (
    <TextButton
      aria-label={words.nextDayFor(day, own(treatment.name))}
      onClick={() => onChoose(next.date)}
      className="text-start"
    >
      {words.nextDay(day)}
    </TextButton>
  )
}
