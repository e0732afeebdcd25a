import type { KeyboardEvent } from 'react'
import { isFocusByKeyboard } from '../input-modality.ts'
import type { RowAttendance } from './attendance.tsx'

/** The keys of a row's buttons and links besides the steps of the attendance. */
const ROW_KEYS = ['p', 'k', 'm']

/**
 * Letters take a step or press a button of a row that was reached by keyboard: after a click, staff may
 * type a name. What is typed in a dialog of the row does nothing.
 */
export function pressOn(event: KeyboardEvent<HTMLElement>, attendance: RowAttendance) {
  const { target, currentTarget, ctrlKey, metaKey, altKey, key } = event
  if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return
  // A key that is held down would go on to the next patients.
  if (event.repeat || !isFocusByKeyboard()) return
  if (target.closest('dialog') !== currentTarget.closest('dialog')) return
  if (attendance.press(key)) event.preventDefault()
  if (!ROW_KEYS.includes(key.toLowerCase())) return
  const named = `[aria-keyshortcuts="${key.toLowerCase()}"]`
  currentTarget.querySelector<HTMLElement>(named)?.click()
}

export function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLElement) || event.target.closest('dialog')) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')]
  const place = rows.indexOf(event.target.closest('[data-entry]') as HTMLElement)
  const next = rows[place + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
