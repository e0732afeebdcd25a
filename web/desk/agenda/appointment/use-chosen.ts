import { useCallback, useState } from 'react'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'

interface Chosen {
  id: string
  /** Moves the focus into the panel; false when a pointer made the choice. */
  takesFocus: boolean
  /** The key of a step that the panel takes once it is shown. */
  key: string | null
}

/** The appointment that staff have chosen on the screen, and what it was chosen for. */
export function useChosen(entries: readonly AgendaEntry[]) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [canceled, setCanceled] = useState<AgendaEntry | null>(null)
  // Stays the same, because otherwise every row of a list would be rendered again.
  const choose = useCallback(
    (id: string, { takesFocus = false, key = null }: Partial<Omit<Chosen, 'id'>> = {}) =>
      setChosen({ id, takesFocus, key }),
    [],
  )
  const known = entries.find(({ _id }) => _id === chosen?.id)
  // An appointment canceled in the panel disappears from the screen; the panel still shows the
  // result.
  const entry = known ?? (canceled?._id === chosen?.id ? canceled : undefined)
  return {
    entry: chosen ? (entry ?? undefined) : undefined,
    /** A new object for each choice. */
    request: chosen,
    choose,
    keepCanceled: setCanceled,
    leave: () => setChosen(null),
  }
}
