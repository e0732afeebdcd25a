import { type RefObject, useEffect, useRef } from 'react'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { placeFocus } from '../input-modality.ts'
import type { RowAttendance } from './attendance.tsx'

const EXPECTED = ['late', 'next', 'coming'].map((each) => `[data-desk-state="${each}"]`).join()

/** How far a visit has come. */
const PROGRESS = { expected: 0, arrived: 1, in_room: 2, completed: 3, no_show: 3 } as const

/**
 * Scrolls to the next patient and focuses their row when the list opens, unless a control has the focus.
 * @param next id of the appointment, once its row exists
 */
export function useNextPatientOnOpening(
  list: RefObject<HTMLElement | null>,
  next: string | undefined,
): void {
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current || next === undefined) return
    isOpened.current = true
    const { activeElement } = document
    const isFree = activeElement === document.body || activeElement instanceof HTMLAnchorElement
    const row = list.current?.querySelector<HTMLElement>(`[data-entry="${next}"]`)
    if (row && isFree && !list.current?.contains(activeElement)) placeFocus(row)
  }, [list, next])
}

/**
 * After the patient of this row was checked in, completed, missed, or paid at this desk, focuses the next
 * expected patient.
 * @returns a function to call when the price was taken
 */
export function useNextPatient(entry: AgendaEntry, state: RowAttendance['state']): () => void {
  const isSaving = state.matches('saving')
  const { attendance } = state.context.entry
  const saved = useRef<AgendaEntry['attendance'] | null>(null)
  const isTaken = useRef(false)

  useEffect(() => {
    if (isSaving) saved.current ??= attendance
    else if (saved.current) {
      const isForward = PROGRESS[attendance] > PROGRESS[saved.current]
      saved.current = null
      // Taking a patient to a room does not advance the desk's queue.
      if (isForward && attendance !== 'in_room') goOnFrom(entry._id)
    }
  }, [isSaving, attendance, entry._id])

  useEffect(() => {
    if (!entry.paid || !isTaken.current) return
    isTaken.current = false
    goOnFrom(entry._id)
  }, [entry.paid, entry._id])

  return () => {
    isTaken.current = true
  }
}

/** Does nothing when the focus has moved elsewhere meanwhile. */
function goOnFrom(id: string): void {
  const row = document.querySelector<HTMLElement>(`[data-entry="${id}"]`)
  const { activeElement } = document
  if (!row || (activeElement !== document.body && !row.contains(activeElement))) return
  // A dialog or the calendar has no list to continue in.
  const all = [...(row.parentElement?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
  const after = all.slice(all.indexOf(row) + 1)
  const next = [...after, ...all].find((each) => each !== row && each.matches(EXPECTED))
  ;(next ?? row).focus()
}
