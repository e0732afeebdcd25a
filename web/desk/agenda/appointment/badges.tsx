import { count } from '#contract/count.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { DeskState } from '#web/desk/appointments/agenda-order.ts'
import { ENGLISH_NAMES } from '#words/language-names.ts'
import type { Translation } from '#words/languages.ts'

const STATE_NAMES: Partial<Record<DeskState, string>> = {
  next: 'Next',
  late: 'Late',
  waiting: 'Arrived',
  in_room: 'In room',
}

/** The style of a row in the list. */
export const ROW_LOOKS: Record<DeskState, string> = {
  next: 'border-s-4 border-s-primary',
  late: 'border-s-4 border-s-error',
  waiting: 'border-s-4 border-s-primary bg-leaf',
  in_room: 'border-s-4 border-s-primary',
  coming: 'border-s-4 border-s-transparent',
  done: 'border-s-4 border-s-transparent text-muted',
}

function Badge({ children }: { children: string }) {
  return (
    <span className="block w-fit rounded-full border border-current px-2 text-xs font-bold">
      {children}
    </span>
  )
}

/** The present state of the appointment; nothing before and after the visit. */
export function DeskStateBadge({ deskState }: { deskState: DeskState }) {
  const text = STATE_NAMES[deskState]
  return text && <Badge>{text}</Badge>
}

/** The language of a family's emails, which is not English. */
export function LanguageBadge({ language }: { language: Translation }) {
  return <Badge>{ENGLISH_NAMES[language]}</Badge>
}

/** What is special about the appointment. */
export function Tags({
  entry,
}: {
  entry: Pick<AgendaEntry, 'firstVisit' | 'squeezed' | 'language'> &
    Partial<Pick<AgendaEntry, 'reoffered'>>
}) {
  return (
    <>
      {entry.language && <LanguageBadge language={entry.language} />}
      {entry.firstVisit && <Badge>First visit</Badge>}
      {entry.squeezed && <Badge>Extra patient</Badge>}
      {entry.reoffered && <Badge>Re-offered: another time is held</Badge>}
    </>
  )
}

/** How often the patient did not come; nothing without any. */
export function Missed({ count: missed }: { count: number }) {
  if (missed === 0) return null
  return (
    <p title="In the last 12 months" className="text-xs font-bold text-error">
      {count(missed, 'no-show')}
    </p>
  )
}

/** Why it was booked outside opening hours, or beside a taken time. */
export function Exception({ entry: { overrideReason, squeezed } }: { entry: AgendaEntry }) {
  if (!overrideReason) return null
  return (
    <p className="text-xs" title={overrideReason}>
      {squeezed ? 'Squeezed in' : 'Exception'}: {overrideReason}
    </p>
  )
}
