import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import * as z from 'zod/mini'
import { agendaEntry, type NoteChange, type NoteHistory } from '#contract/front-desk/agenda.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { Fold } from '#web/components/fold.tsx'
import { TextAreaField } from '#web/components/forms/fields.tsx'
import { FormDialog } from '#web/components/forms/form-dialog.tsx'
import { StaleAlert } from '#web/components/forms/stale-alert.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { currentOf } from '#web/lib/api/stale.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'

const notedEntry = z.pick(agendaEntry, {
  _id: true,
  date: true,
  patientName: true,
  child: true,
  treatment: true,
  note: true,
  noteVersion: true,
})
export type NotedEntry = z.infer<typeof notedEntry>

/** The calls for a note; doctors and staff use different ones. */
export interface NoteCalls {
  save: (id: string, change: NoteChange) => Promise<unknown>
  read: (id: string, signal: AbortSignal) => Promise<NoteHistory>
  /** Of the queries that show the note. */
  queryKey: readonly string[]
}

interface NoteProps {
  entry: NotedEntry
  calls: NoteCalls
}

/** The note as it was when the dialog opened, until a save finds a newer one. */
export default function NoteDialog({ entry, calls, onClose }: NoteProps & { onClose: () => void }) {
  const queries = useQueryClient()
  const formId = useId()
  const [text, setText] = useState(entry.note)
  const [opened] = useState(entry)
  const [theirs, setTheirs] = useState<NotedEntry>()
  const shown = theirs ?? opened
  useUnsavedChanges(text !== opened.note)
  const { identify } = usePatientTexts()
  const saving = useMutation({
    mutationFn: () => calls.save(entry._id, { note: text, version: shown.noteVersion }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: calls.queryKey })
      toast.success(`Note for ${identify(entry)} saved`)
      onClose()
    },
    onError: (error) => {
      setTheirs(currentOf(error, notedEntry) ?? theirs)
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <FormDialog open title="Note for the staff" onClose={onClose} busy={saving.isPending}>
      <form id={formId} onSubmit={submit} className="grid gap-4">
        {theirs && <StaleAlert changes={[{ label: 'Note', now: theirs.note }]} />}
        <TextAreaField
          label={`${identify(entry)}, ${entry.treatment}`}
          hint="Families never see it."
          rows={5}
          maxLength={500}
          data-autofocus
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={currentOf(saving.error, notedEntry) ? undefined : saving.error?.message}
        />
        <Button type="submit" busy={saving.isPending}>
          Save note
        </Button>
        {shown.noteVersion > 0 && <EarlierNotes entry={shown} calls={calls} />}
      </form>
    </FormDialog>
  )
}

function EarlierNotes({ entry: { _id, noteVersion }, calls }: NoteProps) {
  const [open, setOpen] = useState(false)
  const notes = useQuery({
    queryKey: ['notes', _id, noteVersion],
    queryFn: ({ signal }) => calls.read(_id, signal),
    staleTime: 0,
    enabled: open,
  })
  return (
    <Fold title="History of the note" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {notes.isPending && open && <Spinner label="Loading the history of the note" />}
      {notes.isError && <LoadError title="We couldn’t load the history" query={notes} />}
      {notes.isSuccess && (
        <ol aria-label="History of the note" className="mt-2 grid gap-3">
          {notes.data.map(({ version, note, by, at }) => (
            <li key={version} className="border-s-2 border-line ps-3">
              <p className="whitespace-pre-line [overflow-wrap:anywhere]">
                {note || <span className="text-muted">Note deleted</span>}
              </p>
              <p className="text-sm text-muted">
                {by ?? 'Unknown'}, <Instant at={at} as="exact" />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Fold>
  )
}
