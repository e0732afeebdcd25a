import { useQuery } from '@tanstack/react-query'
import { DAY_PARAMETER, TREATMENT_PARAMETER } from '#contract/booking/time-address.ts'
import { formats } from '#contract/formats/formats.ts'
import { ButtonLink } from '#web/components/button.tsx'
import * as words from '#words/en/site/day.ts'
import { nextTimesOptions } from './next-times-query.ts'

interface BookAgainProps {
  /** Id; without it nothing is preselected. */
  treatment?: string | undefined
  /** Other parameters of the booking's address. */
  choices: Record<string, string>
  /** Distinguishes this link from others: 'Allergy Testing for Mia'. */
  what?: string
}

/** Links to a booking of the same treatment, on its first free day once that is known. */
export default function BookAgain({ treatment, choices, what }: BookAgainProps) {
  const { data = [] } = useQuery({ ...nextTimesOptions(), enabled: treatment !== undefined })
  const first = data.find(({ _id }) => _id === treatment)?.days[0]
  const address = new URLSearchParams({
    ...(first && { [DAY_PARAMETER]: first.date }),
    ...(treatment !== undefined && { [TREATMENT_PARAMETER]: treatment }),
    ...choices,
  })
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <ButtonLink
        to={`/appointment${address.size > 0 ? `?${address}` : ''}`}
        look="secondary"
        aria-label={what && words.bookAgainFor(what)}
      >
        {words.bookAgain}
      </ButtonLink>
      {first && (
        <span className="text-sm text-muted">{words.nextOn(formats.compactDay(first.date))}</span>
      )}
    </p>
  )
}
