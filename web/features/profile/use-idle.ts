import { useEffect, useState } from 'react'

/** The longest wait for a quiet moment, and the whole wait in a browser that does not tell of one. */
const LONGEST_WAIT = 2000
const BLIND_WAIT = 200

/** Whether the browser has had a moment with nothing to do since the page was opened. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)

  useEffect(() => {
    const become = () => setIdle(true)
    // Safari has no such callback.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(become, BLIND_WAIT)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(become, { timeout: LONGEST_WAIT })
    return () => cancelIdleCallback(handle)
  }, [])

  return idle
}
