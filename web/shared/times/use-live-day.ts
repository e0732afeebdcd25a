import { useEffect, useEffectEvent } from 'react'
import type { IsoDate } from '#contract/dates.ts'

/**
 * Calls back whenever a day's free times may have changed, while the page is visible, and when it is
 * visible again.
 */
export function useLiveDay(date: IsoDate, onChange: () => void): void {
  const onDayChange = useEffectEvent(onChange)
  useEffect(() => {
    if (typeof EventSource === 'undefined') return undefined
    let source: EventSource | undefined
    // Browsers allow six connections to a server: hidden tabs give theirs up.
    function follow() {
      source?.close()
      if (document.hidden) return
      source = new EventSource(`/available/changes?date=${date}`)
      source.onmessage = () => onDayChange()
    }
    function onVisible() {
      follow()
      // Anything may have changed meanwhile.
      if (!document.hidden) onDayChange()
    }
    follow()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      source?.close()
    }
  }, [date])
}
