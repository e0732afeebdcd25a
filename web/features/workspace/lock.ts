import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** Who locked the screens of this browser; all of its tabs follow. */
const LOCK_KEY = 'sprout.locked'
/** When there was input in any tab, in milliseconds since 1970. */
const INPUT_KEY = 'sprout.last-input'

const CHECK_MS = 5_000
const MINUTE_MS = 60_000

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function lockScreen(email: string): void {
  localStorage.setItem(LOCK_KEY, email)
  notify()
}

export function unlockScreen(): void {
  localStorage.removeItem(LOCK_KEY)
  localStorage.setItem(INPUT_KEY, String(Date.now()))
  notify()
}

/** Whether the screens of that user are locked in this browser; a reload changes nothing. */
export function useIsLocked(email: string): boolean {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(LOCK_KEY) === email)
}

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
