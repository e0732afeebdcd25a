import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { INPUT_KEY, lockedFor, lockScreen, noteInput } from '#web/both/session/screen-lock.ts'
import { storedValue } from '#web/lib/stored-value.ts'

/** The clinic's minutes as last known, because a page is hidden before they have loaded. */
const knownMinutes = storedValue('sprout.lock-minutes')
/** Until the clinic's number is known. */
const DEFAULT_MINUTES = 10

const CHECK_MS = 5_000
const MINUTE_MS = 60_000

/** Whether there was no input for that long. Without any recorded input, the user has just logged in. */
function isIdle(minutes = Number(knownMinutes.read() ?? DEFAULT_MINUTES)): boolean {
  const last = Number(localStorage.getItem(INPUT_KEY) ?? Date.now())
  return minutes > 0 && Date.now() - last >= minutes * MINUTE_MS
}

/**
 * Whether that user's screens are locked in this browser; a reload changes nothing. Screens that were closed
 * for too long are locked from their first rendering on.
 */
export function useIsLocked(email: string): boolean {
  const isLocked = lockedFor.use() === email
  const [wasIdle, setWasIdle] = useState(() => isIdle())
  useLayoutEffect(() => {
    if (!wasIdle) return
    lockScreen(email)
    setWasIdle(false)
  }, [wasIdle, email])
  return isLocked || wasIdle
}

const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Locks after that many minutes without input in any tab, also when a page is shown again; 0: never.
 * @param minutes undefined until known
 */
export function useLockWhenIdle(minutes: number | undefined, email: string): void {
  useEffect(() => {
    if (minutes !== undefined) knownMinutes.write(String(minutes))
  }, [minutes])
  const check = useEffectEvent(() => {
    if (isIdle(minutes)) lockScreen(email)
    return lockedFor.read() === email
  })
  useEffect(() => {
    let noted = 0
    function onInput() {
      if (Date.now() - noted < CHECK_MS) return
      noted = Date.now()
      // After a computer's sleep, the screen locks before the first key can unlock it.
      if (!check()) noteInput()
    }
    // The login counts as the first input, but opening a page later does not.
    if (localStorage.getItem(INPUT_KEY) === null) noteInput()
    const timer = setInterval(check, CHECK_MS)
    for (const type of INPUTS) window.addEventListener(type, onInput, { passive: true })
    // A page from the browser's cache is shown as it was left.
    window.addEventListener('pageshow', check)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      for (const type of INPUTS) window.removeEventListener(type, onInput)
      window.removeEventListener('pageshow', check)
      document.removeEventListener('visibilitychange', check)
    }
  }, [])
}
