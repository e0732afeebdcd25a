import { useEffect, useEffectEvent } from 'react'
import { storedValue } from '#web/lib/stored-value.ts'

/** The user who locked the screens of this browser; all of its tabs follow. */
const lockedFor = storedValue('sprout.locked', { inAllTabs: true })
/** When there was input in any tab, in milliseconds since 1970. */
const INPUT_KEY = 'sprout.last-input'

const CHECK_MS = 5_000
const MINUTE_MS = 60_000

export const lockScreen = (email: string) => lockedFor.write(email)

export function unlockScreen(): void {
  localStorage.setItem(INPUT_KEY, String(Date.now()))
  lockedFor.write(null)
}

/** Whether the screens of that user are locked in this browser; a reload changes nothing. */
export const useIsLocked = (email: string) => lockedFor.use() === email

const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Locks after so many minutes without input in any tab; 0 or undefined: never. */
export function useLockWhenIdle(minutes: number | undefined, email: string): void {
  const check = useEffectEvent(() => {
    if (!minutes) return
    const last = Number(localStorage.getItem(INPUT_KEY))
    if (Date.now() - last >= minutes * MINUTE_MS) lockScreen(email)
  })
  useEffect(() => {
    const note = () => localStorage.setItem(INPUT_KEY, String(Date.now()))
    let noted = 0
    function onInput() {
      if (Date.now() - noted < CHECK_MS) return
      noted = Date.now()
      // A computer that has slept locks before the first key unlocks it.
      check()
      note()
    }
    note()
    const timer = setInterval(() => check(), CHECK_MS)
    for (const type of INPUTS) window.addEventListener(type, onInput, { passive: true })
    return () => {
      clearInterval(timer)
      for (const type of INPUTS) window.removeEventListener(type, onInput)
    }
  }, [])
}
