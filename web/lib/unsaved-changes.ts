import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

const { notify, subscribe } = createListeners()

/** The forms with changes that are not saved. */
const changed = new Set<string>()
/** Where the user wants to go, and the forms whose changes would be lost. */
let leaving: { go: () => void; forms: readonly string[] } | null = null

/** Asks before the page is left, in the workspace and by the browser, while something is not saved. */
export function useUnsavedChanges(isDirty: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!isDirty) return
    changed.add(id)
    return () => {
      changed.delete(id)
    }
  }, [isDirty, id])
}

export const hasUnsavedChanges = () => changed.size > 0

/** Leaves the page: at once, or once the user agrees to lose what is not saved. */
export const leavePage = (go: () => void) => leave(go, [...changed])

/** A function that closes a dialog: at once, or once the user agrees to lose what was changed in it. */
export function useLeaveDialog(): (go: () => void) => void {
  const [ofPage] = useState(() => new Set(changed))
  return (go) =>
    leave(
      go,
      [...changed].filter((id) => !ofPage.has(id)),
    )
}

function leave(go: () => void, forms: readonly string[]): void {
  if (forms.length === 0) {
    go()
    return
  }
  leaving = { go, forms }
  notify()
}

/** Stays, or leaves without what is not saved. */
export function answerLeaving(leaves: boolean): void {
  const left = leaves ? leaving : null
  leaving = null
  for (const form of left?.forms ?? []) changed.delete(form)
  notify()
  left?.go()
}

/** Whether the user is to be asked. */
export const useIsLeaving = () =>
  useSyncExternalStore(
    subscribe,
    () => leaving !== null,
    () => false,
  )
