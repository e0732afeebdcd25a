import { storedValue } from '#web/lib/stored-value.ts'

/** The user whose screens are locked in this browser, in all its tabs. */
export const lockedFor = storedValue('sprout.locked', { inAllTabs: true })
/** The time of the last input in any tab, in milliseconds since 1970. */
export const INPUT_KEY = 'sprout.last-input'

export const lockScreen = (email: string) => lockedFor.write(email)

export const noteInput = () => localStorage.setItem(INPUT_KEY, String(Date.now()))

/** Called after a login, also on the locked screen. */
export function unlockScreen(): void {
  noteInput()
  lockedFor.write(null)
}
