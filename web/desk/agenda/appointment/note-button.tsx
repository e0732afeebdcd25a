import NotebookPen from 'lucide-react/icons/notebook-pen'
import { useState } from 'react'
import { changeNote, listNotes } from '#contract/front-desk/agenda-calls.ts'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ActionButton } from '#web/desk/appointments/action.tsx'
import { AGENDA_KEY } from '#web/desk/appointments/agenda-api.ts'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { send } from '#web/lib/api/send.ts'
import type { NoteCalls, NotedEntry } from './note-dialog.tsx'

const dialog = componentChunk(() => import('./note-dialog.tsx'))

const STAFF_CALLS: NoteCalls = {
  save: (id, body) => send(changeNote, { params: { id }, body }),
  read: (id, signal) => send(listNotes, { params: { id }, signal }),
  queryKey: AGENDA_KEY,
}

interface NoteButtonProps {
  entry: NotedEntry
  calls?: NoteCalls
  /** Beside the icon. */
  text?: string
}

export function NoteButton({ entry, calls = STAFF_CALLS, text }: NoteButtonProps) {
  const [open, setOpen] = useState(false)
  const { nameOf } = usePatientTexts()
  const label = `${entry.note ? 'Edit' : 'Add'} note for ${nameOf(entry)}`
  const onClose = () => setOpen(false)
  return (
    <>
      <ActionButton {...{ label, text }} Icon={NotebookPen} onClick={() => setOpen(true)} />
      {open && <LazyComponent chunk={dialog} props={{ entry, calls, onClose }} waiting={null} />}
    </>
  )
}
