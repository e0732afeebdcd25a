import NotebookPen from 'lucide-react/icons/notebook-pen'
import { useState } from 'react'
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
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
        className="button-icon"
      >
        <NotebookPen aria-hidden="true" size={18} />
      </button>
      {open && <LazyComponent chunk={dialog} props={{ entry, calls, onClose }} waiting={null} />}
    </>
  )
}
