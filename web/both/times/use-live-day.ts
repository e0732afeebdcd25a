import { useEffect, useEffectEvent } from 'react'
import type { IsoDate } from '#contract/dates.ts'

/**
 * Calls back whenever a day's free times may have changed while the page is visible, and whenever the stream
 * of changes opens, because it does not report earlier ones.
 */
export function useLiveDay(date: IsoDate, onChange: () => void): void {
  const onDayChange = useEffectEvent(onChange)
  useEffect(() => {
    if (typeof EventSource === 'undefined') return undefined
    let source: EventSource | undefined
    // Browsers allow six connections to a server, so hidden tabs close theirs.
    function follow() {
      source?.close()
      if (document.hidden) return
      source = new EventSource(`/available/changes?date=${date}`)
      source.onopen = () => onDayChange()
      source.onmessage = () => onDayChange()
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      source?.close()
    }
  }, [date])
}
