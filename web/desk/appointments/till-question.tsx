import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { listTills } from '#contract/front-desk/cash-payments-calls.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { send } from '#web/lib/api/send.ts'
import { chooseTill, readLastTill, readTill } from './this-till.ts'

/**
 * The till of this computer: asked once a day if the clinic has several; undefined if it has one.
 * @throws when the question is closed without an answer
 */
export async function tillToday(): Promise<string | undefined> {
  const known = await send(listTills, {}).catch(() => undefined)
  // If the tills cannot be loaded, the payment itself reports the error.
  if (!known) return readLastTill()
  const { tills, today } = known
  if (tills.length < 2) return undefined
  const chosen = readTill(today)
  if (chosen !== undefined && tills.includes(chosen)) return chosen
  const till = await ask(tills)
  if (till === undefined) throw new Error('Choose a till for the cash. Nothing was recorded.')
  chooseTill(till, today)
  return till
}

/** Asks in a separate dialog, because cash is taken on many pages. */
async function ask(tills: readonly string[]): Promise<string | undefined> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place, { identifierPrefix: 'till' })
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  root.render(
    <StrictMode>
      <TillQuestion tills={tills} onAnswer={resolve} />
    </StrictMode>,
  )
  const till = await promise
  root.unmount()
  place.remove()
  return till
}

interface TillQuestionProps {
  tills: readonly string[]
  /** Undefined when it is closed without an answer. */
  onAnswer: (till: string | undefined) => void
}

function TillQuestion({ tills, onAnswer }: TillQuestionProps) {
  const last = readLastTill()
  return (
    <Dialog open title="Which till is this?" onClose={() => onAnswer(undefined)}>
      <p>Cash of this computer counts for it today. You can change it on the closing sheet.</p>
      <div className="grid gap-3">
        {tills.map((till) => (
          <Button
            key={till}
            look="secondary"
            data-autofocus={till === last || undefined}
            onClick={() => onAnswer(till)}
          >
            {till}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
