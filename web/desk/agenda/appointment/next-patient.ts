import { type RefObject, useEffect, useRef } from 'react'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { placeFocus } from '../input-modality.ts'
import type { RowAttendance } from './attendance.tsx'

const EXPECTED = ['late', 'next', 'coming'].map((each) => `[data-standing="${each}"]`).join()

/** How far a visit has come. */
const PROGRESS = { expected: 0, arrived: 1, in_room: 2, completed: 3, no_show: 3 } as const

/**
 * The next patient is in view and has the focus when the list opens, unless a control has it.
 * @param next id of the appointment, once its row is there
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
 * Once the patient of this row has been checked in, has been completed or missed, or has paid at this
 * desk, the focus goes on to the next patient who is expected.
 * @returns what is called when the price has been taken
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
      // Into a room is no step of the desk's queue.
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

/** Not when the focus has gone elsewhere meanwhile. */
function goOnFrom(id: string): void {
  const row = document.querySelector<HTMLElement>(`[data-entry="${id}"]`)
  const { activeElement } = document
  if (!row || (activeElement !== document.body && !row.contains(activeElement))) return
  // In a dialog, or in the calendar, there is no list to go on in.
  const all = [...(row.parentElement?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
  const after = all.slice(all.indexOf(row) + 1)
  const next = [...after, ...all].find((each) => each !== row && each.matches(EXPECTED))
  ;(next ?? row).focus()
}
