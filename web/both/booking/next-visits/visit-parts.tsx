import { type FormEvent, type ReactNode, useState } from 'react'
import { formats } from '#contract/formats/formats.ts'
import { isolate } from '#contract/names.ts'
import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import type { NextVisitEvent } from '#machines/next-visit/next-visit-machine.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/visits/next-visits.ts'
import * as sentences from '#words/en/visits/next-visits-sentences.tsx'
import * as who from '#words/en/visits/who-sentences.tsx'

interface VisitProps {
  visit: NextVisit
}

/** 'Allergy Testing for Mia' */
export function VisitName({ visit: { treatment, child } }: VisitProps) {
  return who.treatmentFor(
    <OwnText as={BreakAfterSlash}>{treatment.name}</OwnText>,
    <bdi>{child.name}</bdi>,
  )
}

/** On which days, the doctor, and the clinic’s note. */
export function VisitFacts({ visit: { from, to, isOver, doctor, note } }: VisitProps) {
  const days = formats.days(from, to)
  return (
    <>
      <p>{doctor ? words.daysWithDoctor(days, isolate(doctor.name)) : days}</p>
      {isOver && <p>{words.daysHavePassed}</p>}
      {note && (
        <p className="wrap-anywhere">
          <bdi>{note}</bdi>
        </p>
      )}
    </>
  )
}

/** How the family books it: here, later, or by phone. `children`: here. */
export function HowToBook({ visit, children }: VisitProps & { children: ReactNode }) {
  const clinic = useClinic()
  const { canBook, mayAnswer, atDesk, opensOn, child } = visit
  if (canBook) return children
  if (!mayAnswer) return <p>{words.othersCanBook(isolate(child.name))}</p>
  if (atDesk) {
    return <p className="font-bold">{sentences.callToBook(<PhoneLink of={clinic} />)}</p>
  }
  if (opensOn) return <p>{words.opensOn(formats.fullDay(opensOn))}</p>
  return <p>{words.notOnline}</p>
}

interface AnswersProps extends VisitProps {
  busy: boolean
  /** Why the last answer failed. */
  message: string | null
  onAnswer: (event: NextVisitEvent) => void
}

/** The family's other answers: the visit was done elsewhere, or is not for them. Both can be taken back. */
export function Answers({ visit, busy, message, onAnswer }: AnswersProps) {
  const [month, setMonth] = useState('')
  if (!visit.mayAnswer) return null
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) onAnswer({ type: 'visit.elsewhere', month })
  }
  return (
    <div className="grid gap-4 pt-2">
      {message !== null && <FormAlert>{message}</FormAlert>}
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <TextField
          label={words.monthElsewhere}
          type="month"
          required
          pattern="\d{4}-\d{2}"
          value={month}
          onChange={({ target }) => setMonth(target.value)}
        />
        <Button type="submit" look="secondary" busy={busy}>
          {words.doneElsewhere}
        </Button>
      </form>
      <p>
        <Button look="quiet" busy={busy} onClick={() => onAnswer({ type: 'visit.decline' })}>
          {words.notForUs}
        </Button>
      </p>
    </div>
  )
}

/** The family's answer, with a way to take it back. */
export function Answered({ visit, busy, message, onAnswer }: AnswersProps) {
  return (
    <>
      {message !== null && <FormAlert>{message}</FormAlert>}
      <p>
        {visit.state === 'elsewhere' ? words.wasElsewhere : words.wasDeclined} {words.notAskedAgain}
      </p>
      {visit.mayAnswer && (
        <p>
          <Button look="secondary" busy={busy} onClick={() => onAnswer({ type: 'answer.undo' })}>
            {words.undo}
          </Button>
        </p>
      )}
    </>
  )
}

/** Where its appointment is. */
export function AppointmentLink({ visit: { appointment } }: VisitProps) {
  if (!appointment) return null
  return (
    <ButtonLink to={`/dashboard/appointment/${appointment._id}`}>{words.seeAppointment}</ButtonLink>
  )
}
