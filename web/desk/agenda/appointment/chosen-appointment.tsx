import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { formatMinute } from '#contract/booking/slots.ts'
import { Dialog, ToastHost } from '#web/components/dialog.tsx'
import { IconButton } from '#web/components/icon-button.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { useWideScreen } from '#web/components/table.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { useKeyDown } from '#web/lib/use-key-down.ts'
import type { AppointmentPanelProps } from './appointment-panel.tsx'
import type { useChosen } from './use-chosen.ts'

const panel = componentChunk(() => import('./appointment-panel.tsx'))

interface ChosenAppointmentProps
  extends Pick<AppointmentPanelProps, 'time' | 'next' | 'isPrivate' | 'withDate' | 'onMove'> {
  chosen: ReturnType<typeof useChosen>
  conflicts: ReadonlyMap<string, string> | undefined
  /** Called with its id, so that the focus can return to it. */
  onClose: (id: string) => void
}

/** All about the chosen appointment: beside the others where there is room, otherwise in a dialog. */
export function ChosenAppointment(props: ChosenAppointmentProps) {
  const { chosen, conflicts, onClose, ...shown } = props
  const { entry, request, keepCanceled } = chosen
  const isBeside = useWideScreen('xl')
  const hasSpace = useWideScreen('panel')
  const { nameOf } = usePatientTexts()
  const formatDay = useDayFormat()
  // Preloaded before the first press. A failure is shown when it is opened.
  useEffect(() => {
    panel.load().catch(() => undefined)
  }, [])
  if (!entry) {
    if (!hasSpace) return null
    return (
      <aside aria-label="Chosen appointment" className="appointment-panel">
        <p className="text-muted">Choose an appointment to see it here.</p>
      </aside>
    )
  }
  const date = props.withDate && formatDay(entry.date)
  const title = [nameOf(entry), date, formatMinute(entry.startMinute)].filter(Boolean).join(', ')
  const close = () => onClose(entry._id)
  const content = (
    <LazyComponent
      key={entry._id}
      chunk={panel}
      props={{
        ...shown,
        entry,
        stepKey: request?.key,
        conflict: conflicts?.get(entry._id),
        onCanceled: () => keepCanceled(entry),
      }}
      waiting={<Spinner label="Loading the appointment" />}
    />
  )
  if (!isBeside) {
    return (
      <Dialog open title={title} onClose={close}>
        {content}
      </Dialog>
    )
  }
  return <Beside {...{ title, request, onClose: close }}>{content}</Beside>
}

interface BesideProps extends Pick<ChosenAppointmentProps['chosen'], 'request'> {
  title: string
  onClose: () => void
  children: ReactNode
}

function Beside({ title, request, onClose, children }: BesideProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (request?.takesFocus) heading.current?.focus()
  }, [request])
  useKeyDown((event) => {
    const isOther = document.querySelector('dialog[open], :popover-open') !== null
    if (event.key !== 'Escape' || event.defaultPrevented || isOther) return
    event.preventDefault()
    onClose()
  })
  return (
    <aside aria-label="Chosen appointment" aria-describedby={titleId} className="appointment-panel">
      <div className="flex items-start justify-between gap-2">
        <h2 ref={heading} id={titleId} tabIndex={-1} className="text-xl wrap-anywhere outline-none">
          {title}
        </h2>
        <IconButton label="Close" Icon={X} onClick={onClose} />
      </div>
      {children}
      <ToastHost className="sticky bottom-0 grid gap-2 empty:hidden" />
    </aside>
  )
}
