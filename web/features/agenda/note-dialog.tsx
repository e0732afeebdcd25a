import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import { type FormEvent, useId, useState } from 'react'
import { type AgendaEntry, agendaEntry } from '#contract/front-desk/agenda.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextAreaField } from '#web/components/forms/fields.tsx'
import { StaleAlert } from '#web/components/forms/stale-alert.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { LocalTime } from '#web/components/text.tsx'
import { toast } from '#web/components/toasts.tsx'
import { currentOf } from '#web/lib/api/stale.ts'
import { AGENDA_KEY, notesOptions, saveNote } from './agenda-api.ts'

/** Opens the staff's note. */
export function NoteButton({ entry }: { entry: AgendaEntry }) {
  const [open, setOpen] = useState(false)
  const label = `${entry.note ? 'Edit' : 'Add'} note for ${entry.patientName}`
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
      {open && <NoteDialog entry={entry} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The note as it was when the dialog opened, until a save finds another one. */
function NoteDialog({ entry, onClose }: { entry: AgendaEntry; onClose: () => void }) {
  const queries = useQueryClient()
  const formId = useId()
  const [text, setText] = useState(entry.note)
  const [opened] = useState(entry)
  const [theirs, setTheirs] = useState<AgendaEntry>()
  const shown = theirs ?? opened
  const saving = useMutation({
    mutationFn: () => saveNote(entry._id, { note: text, version: shown.noteVersion }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: AGENDA_KEY })
      toast.success('Note saved')
      onClose()
    },
    onError: (error) => {
      setTheirs(currentOf(error, agendaEntry) ?? theirs)
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Dialog open title="Note for the staff" onClose={onClose} busy={saving.isPending}>
      <form id={formId} onSubmit={submit} className="grid gap-4">
        {theirs && <StaleAlert changes={[{ label: 'Note', now: theirs.note }]} />}
        <TextAreaField
          label={`${entry.patientName}, ${entry.treatment}`}
          hint="Families never see it."
          rows={5}
          maxLength={500}
          data-autofocus
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={currentOf(saving.error, agendaEntry) ? undefined : saving.error?.message}
        />
        <Button type="submit" busy={saving.isPending}>
          Save note
        </Button>
        {shown.noteVersion > 0 && <EarlierNotes entry={shown} />}
      </form>
    </Dialog>
  )
}

/** Every note that was saved, the newest first. */
function EarlierNotes({ entry: { _id, noteVersion } }: { entry: AgendaEntry }) {
  const [open, setOpen] = useState(false)
  const notes = useQuery({ ...notesOptions(_id, noteVersion), enabled: open })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer font-bold">History of the note</summary>
      {notes.isPending && open && <Spinner label="Loading the history of the note" />}
      {notes.isError && <LoadError title="We couldn’t load the history" query={notes} />}
      {notes.isSuccess && (
        <ol aria-label="History of the note" className="mt-2 grid gap-3">
          {notes.data.map(({ version, note, by, at }) => (
            <li key={version} className="border-l-2 border-line pl-3">
              <p className="whitespace-pre-line [overflow-wrap:anywhere]">
                {note || <span className="text-muted">Note deleted</span>}
              </p>
              <p className="text-sm text-muted">
                {by ?? 'Unknown'}, <LocalTime instant={at} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}
