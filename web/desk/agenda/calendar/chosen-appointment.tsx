import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { formatSlot } from '#contract/booking/slots.ts'
import { formatFullDay } from '#contract/dates.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { ClinicTime } from '#machines/attendance/attendance-machine.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { IconButton } from '#web/components/icon-button.tsx'
import { isNext, standingOf } from '#web/desk/appointments/agenda-order.ts'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { AgendaRow } from '../appointment/agenda-row.tsx'

interface ChosenAppointmentProps {
  /** Undefined when none is chosen. */
  entry: AgendaEntry | undefined
  time: ClinicTime
  next: number | undefined
  conflict: string | undefined
  isPrivate: boolean
  withDate: boolean
  /** Whether it is shown beside the calendar. */
  isBeside: boolean
  /** Called with its id. */
  onClose: (id: string) => void
  /** Further actions. */
  children: ReactNode
}

/** Everything about an appointment in the calendar: beside it if there is room, otherwise in a dialog. */
export function ChosenAppointment(props: ChosenAppointmentProps) {
  const { nameOf } = usePatientTexts()
  const { entry, time, next, conflict, isPrivate, withDate, isBeside, onClose, children } = props
  if (!entry) {
    if (!isBeside) return null
    return (
      <Panel>
        <p className="text-muted">Choose an appointment to see it here.</p>
      </Panel>
    )
  }
  const name = nameOf(entry)
  const date = withDate && formatFullDay(entry.date)
  const title = [name, date, formatSlot(entry)].filter(Boolean).join(', ')
  const details = (
    <>
      <ul>
        <AgendaRow
          as="card"
          entry={entry}
          conflict={conflict}
          time={time}
          standing={standingOf(entry, time, isNext(entry, time, next))}
          isPrivate={isPrivate}
          withDate={withDate}
        />
      </ul>
      <div className="flex flex-wrap gap-2">{children}</div>
    </>
  )
  const close = () => onClose(entry._id)
  if (!isBeside) {
    return (
      <Dialog open title={title} onClose={close}>
        {details}
      </Dialog>
    )
  }
  return (
    <Panel>
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-xl wrap-anywhere">{title}</h2>
        <IconButton label="Close" Icon={X} onClick={close} />
      </div>
      {details}
    </Panel>
  )
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <aside aria-label="Chosen appointment" className="calendar-panel">
      {children}
    </aside>
  )
}
