import { useCallback, useState } from 'react'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'

interface Chosen {
  id: string
  /** The focus goes into the panel, not when a pointer has chosen. */
  takesFocus: boolean
  /** The key of a step that the panel takes once it is there. */
  key: string | null
}

/** The appointment that staff have chosen among those on the screen, and what happens with it. */
export function useChosen(entries: readonly AgendaEntry[]) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [canceled, setCanceled] = useState<AgendaEntry | null>(null)
  // The rows of a list are drawn anew only for others.
  const choose = useCallback(
    (id: string, { takesFocus = false, key = null }: Partial<Omit<Chosen, 'id'>> = {}) =>
      setChosen({ id, takesFocus, key }),
    [],
  )
  const known = entries.find(({ _id }) => _id === chosen?.id)
  // What was canceled in the panel is gone from the screen; the panel still says how that ended.
  const entry = known ?? (canceled?._id === chosen?.id ? canceled : undefined)
  return {
    entry: chosen ? (entry ?? undefined) : undefined,
    /** Another object each time that staff choose. */
    request: chosen,
    choose,
    keepCanceled: setCanceled,
    leave: () => setChosen(null),
  }
}
