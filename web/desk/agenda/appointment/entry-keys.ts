import type { KeyboardEvent } from 'react'
import { isFocusByKeyboard } from '../input-modality.ts'
import type { RowAttendance } from './attendance.tsx'

/** The keys of a row's buttons and links, besides the steps of the attendance. */
const ROW_KEYS = ['p', 'k', 'm', 'f']

/**
 * Whether a letter is meant for the row or panel that gets the event: the focus was set by keyboard
 * (after a click, staff may be typing a name), and is not in a dialog above it.
 */
export function isLetterMeant(event: KeyboardEvent<HTMLElement>): boolean {
  const { target, currentTarget, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return false
  // A key that is held down would continue with the next patients.
  if (event.repeat || !isFocusByKeyboard()) return false
  return target.closest('dialog') === currentTarget.closest('dialog')
}

/** A letter takes a step or presses a button. Returns whether it did. */
export function pressOn(event: KeyboardEvent<HTMLElement>, attendance: RowAttendance): boolean {
  const { currentTarget } = event
  if (!isLetterMeant(event)) return false
  const key = event.key.toLowerCase()
  const button = ROW_KEYS.includes(key)
    ? currentTarget.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)
    : null
  const isStep = attendance.press(key)
  if (isStep) event.preventDefault()
  button?.click()
  return isStep || button !== null
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
