import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

const { notify, subscribe } = createListeners()

/** The forms with unsaved changes. */
const changed = new Set<string>()
/** The pending navigation, and the forms whose changes it would lose. */
let leaving: { go: () => void; forms: readonly string[] } | null = null

/**
 * Asks before the user leaves the page with unsaved changes: in the workspace by our own dialog,
 * otherwise by the browser's.
 */
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

/** Leaves the page, if necessary after the user agrees to lose unsaved changes. */
export const leavePage = (go: () => void) => leave(go, [...changed])

/**
 * A function that closes a dialog, if necessary after the user agrees to lose its unsaved changes.
 */
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

/** Stays on the page, or leaves it without saving. */
export function answerLeaving(leaves: boolean): void {
  const left = leaves ? leaving : null
  leaving = null
  for (const form of left?.forms ?? []) changed.delete(form)
  notify()
  left?.go()
}

/** Whether the question has to be shown. */
export const useIsLeaving = () =>
  useSyncExternalStore(
    subscribe,
    () => leaving !== null,
    () => false,
  )
