import NotebookPen from 'lucide-react/icons/notebook-pen'
import { useState } from 'react'
import { IconButton } from '#web/components/icon-button.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { AGENDA_KEY, readNotes, saveNote } from '#web/shared/agenda/agenda-api.ts'
import type { NoteCalls, NotedEntry } from './note-dialog.tsx'

const dialog = componentChunk(() => import('./note-dialog.tsx'))

const STAFF_CALLS: NoteCalls = { save: saveNote, read: readNotes, queryKey: AGENDA_KEY }

interface NoteButtonProps {
  entry: NotedEntry
  calls?: NoteCalls
}

/** Opens the staff's note. */
export function NoteButton({ entry, calls = STAFF_CALLS }: NoteButtonProps) {
  const [open, setOpen] = useState(false)
  const label = `${entry.note ? 'Edit' : 'Add'} note for ${entry.patientName}`
  const onClose = () => setOpen(false)
  return (
    <>
      <IconButton label={label} Icon={NotebookPen} onClick={() => setOpen(true)} />
      {open && <LazyComponent chunk={dialog} props={{ entry, calls, onClose }} waiting={null} />}
    </>
  )
}
