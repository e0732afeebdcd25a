import { useEffect, useId, useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

const { notify, subscribe } = createListeners()

/** The forms with changes that are not saved. */
const changed = new Set<string>()
/** Where the user wants to go, and what would be lost. */
let leaving: (() => void) | null = null

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
export function leavePage(go: () => void): void {
  if (changed.size === 0) {
    go()
    return
  }
  leaving = go
  notify()
}

/** Stays on the page, or leaves it without what is not saved. */
export function answerLeaving(leaves: boolean): void {
  const go = leaving
  leaving = null
  if (leaves) changed.clear()
  notify()
  if (leaves) go?.()
}

/** Whether the user is to be asked. */
export const useIsLeaving = () =>
  useSyncExternalStore(
    subscribe,
    () => leaving !== null,
    () => false,
  )
