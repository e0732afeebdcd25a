import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { routerPath } from '#web/lib/own-path.ts'
import {
  answerLeaving,
  hasUnsavedChanges,
  leavePage,
  useIsLeaving,
} from '#web/lib/unsaved-changes.ts'

/**
 * Asks before a link, Back or Forward, or the browser leaves a form with unsaved changes. The router blocks
 * only where it loads data itself, so links are caught on their way to it, and history by the
 * Navigation API: https://developer.mozilla.org/docs/Web/API/Navigation_API.
 */
export function UnsavedQuestion() {
  const isLeaving = useIsLeaving()
  const here = useLocation()
  const holdLink = useEffectEvent((event: MouseEvent) => {
    const link = linkOf(event)
    if (!link || !hasUnsavedChanges()) return
    const { pathname, search } = new URL(link.href)
    // A fragment stays on the page.
    if (routerPath(pathname) === here.pathname && search === here.search) return
    event.preventDefault()
    event.stopPropagation()
    // Keeps everything that the link does: the state of its address, closing a menu.
    leavePage(() => link.click())
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('click', (event) => holdLink(event), { capture: true, signal })
    window.addEventListener('beforeunload', holdUnload, { signal })
    // Browsers without it go back without a question.
    window.navigation?.addEventListener('navigate', holdHistory, { signal })
    return () => stop.abort()
  }, [])
  return (
    <ConfirmDialog
      open={isLeaving}
      question="Leave without saving?"
      detail="What you changed is not saved and will be lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => answerLeaving(true)}
      onCancel={() => answerLeaving(false)}
    />
  )
}

/** The link of this site that a plain click follows in this tab. */
function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  const { button, metaKey, ctrlKey, shiftKey, altKey, target } = event
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined
  const link = target instanceof Element ? target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.target || link.download) return undefined
  return link.origin === window.location.origin ? link : undefined
}

function holdUnload(event: BeforeUnloadEvent): void {
  if (hasUnsavedChanges()) event.preventDefault()
}

function holdHistory(event: NavigateEvent): void {
  if (event.navigationType !== 'traverse' || !event.cancelable || !hasUnsavedChanges()) return
  const { key, sameDocument } = event.destination
  // For another document, the browser asks.
  if (!sameDocument) return
  event.preventDefault()
  leavePage(() => window.navigation.traverseTo(key))
}
