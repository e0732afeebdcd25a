import { useQuery } from '@tanstack/react-query'
import { nextVisitsOptions } from '#web/both/booking/next-visits/next-visits-query.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { OwnText, useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/family.ts'
import * as sentences from '#words/en/site/family-sentences.tsx'

/** The visits that the clinic asks the family to book by now; nothing without any. */
export default function DueVisits() {
  const own = useOwnText()
  const { data = [] } = useQuery(nextVisitsOptions())
  // Others may only be seen by the user, or are booked from a later day.
  const due = data.filter(({ mayAnswer, opensOn }) => mayAnswer && opensOn === null)
  const [first, ...others] = due
  if (!first) return null
  const { _id, treatment, child, canBook } = first
  const isOne = others.length === 0
  const canChoose = isOne && canBook
  return (
    <div className="leaf flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-base-100 px-5 py-3 shadow-soft">
      <p className="flex-1 basis-60 font-bold wrap-anywhere">
        {isOne
          ? sentences.visitToBook({
              treatment: <OwnText>{treatment.name}</OwnText>,
              child: <bdi>{child.name}</bdi>,
            })
          : words.visitsToBook(due.length)}
      </p>
      <ButtonLink
        look="secondary"
        to={canChoose ? `/appointment?ticket=${_id}` : '/dashboard'}
        aria-label={
          canChoose
            ? words.chooseTimeFor({ treatment: own(treatment.name), child: child.name })
            : undefined
        }
      >
        {canChoose ? words.chooseTime : words.seeWhatToBook}
      </ButtonLink>
    </div>
  )
}
