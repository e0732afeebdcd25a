import * as words from '#words/en/families/components.ts'
import { Button } from '../button.tsx'

interface SaveOrDiscardProps {
  isDirty: boolean
  busy: boolean
  onDiscard: () => void
}

/** The buttons of a form that edits something: *Discard* only after a change. */
export function SaveOrDiscard({ isDirty, busy, onDiscard }: SaveOrDiscardProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" busy={busy}>
        {words.saveChanges}
      </Button>
      {isDirty && (
        <Button look="quiet" disabled={busy} onClick={onDiscard}>
          {words.discardChanges}
        </Button>
      )}
    </div>
  )
}
