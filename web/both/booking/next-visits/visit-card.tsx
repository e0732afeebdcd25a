import { ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Fold } from '#web/components/fold.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/visits/next-visits.ts'
import { type NextVisitScreen, useNextVisit } from './use-next-visit.ts'
import { Answered, Answers, HowToBook, VisitFacts, VisitName } from './visit-parts.tsx'

/** A visit of a list, from which the family books or answers it. */
export function VisitCard(props: NextVisitScreen) {
  const [snapshot, sendEvent] = useNextVisit(props)
  const { visit, message, ticketId } = snapshot.context
  const isAnswered = snapshot.matches('answered') || snapshot.matches('undoing')
  const frame = useFocusOnChange<HTMLHeadingElement>(isAnswered ? 'answered' : 'open')
  const own = useOwnText()
  if (!visit) return null
  const { treatment, child } = visit
  const answers = { visit, message, onAnswer: sendEvent }
  return (
    <Card className="grid gap-3 max-md:p-5 md:py-6">
      <h3 ref={frame} tabIndex={-1} className="text-xl wrap-anywhere outline-none">
        <VisitName visit={visit} />
      </h3>
      {isAnswered ? (
        <Answered {...answers} busy={snapshot.matches('undoing')} />
      ) : (
        <>
          <VisitFacts visit={visit} />
          <HowToBook visit={visit}>
            <p>
              <ButtonLink
                look="secondary"
                to={`/appointment?ticket=${ticketId}`}
                aria-label={words.chooseTimeFor(own(treatment.name), child.name)}
              >
                {words.chooseTime}
              </ButtonLink>
            </p>
          </HowToBook>
          {visit.mayAnswer && (
            <Fold title={words.notNow}>
              <Answers {...answers} busy={snapshot.matches('answering')} />
            </Fold>
          )}
        </>
      )}
    </Card>
  )
}
