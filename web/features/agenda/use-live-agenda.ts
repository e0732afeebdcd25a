import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenToEvents } from '#web/lib/api/event-stream.ts'
import { AGENDA_KEY } from './agenda-api.ts'

/** Reads the agenda again when it changes elsewhere, while the page is visible. */
export function useLiveAgenda(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let listening: AbortController | undefined
    const refresh = () => void queries.invalidateQueries({ queryKey: AGENDA_KEY })
    // Browsers allow six connections to a server: hidden tabs give theirs up.
    function follow() {
      listening?.abort()
      if (document.hidden) return
      listening = new AbortController()
      void listenToEvents('/agenda/changes', { onEvent: refresh, signal: listening.signal })
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      listening?.abort()
    }
  }, [queries])
}
