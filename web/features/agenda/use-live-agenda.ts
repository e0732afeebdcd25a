import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { changedIds } from '#contract/front-desk/agenda.ts'
import { listenToEvents } from '#web/lib/api/event-stream.ts'
import { createChangeReader } from './changed-appointments.ts'

/** Brings the agenda up to date when it changes elsewhere, while the page is visible. */
export function useLiveAgenda(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let listening: AbortController | undefined
    const changes = createChangeReader(queries)
    // While there was no stream, anything may have changed.
    const onEvent = (data?: string) =>
      data === undefined ? changes.readAll() : changes.read(changedIds.parse(JSON.parse(data)))
    // Browsers allow six connections to a server: hidden tabs give theirs up.
    function follow() {
      listening?.abort()
      if (document.hidden) return
      listening = new AbortController()
      void listenToEvents('/agenda/changes', { onEvent, signal: listening.signal })
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      listening?.abort()
    }
  }, [queries])
}
