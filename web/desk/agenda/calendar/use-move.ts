import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getChangeOptions } from '#contract/booking/appointment-changes-calls.ts'
import { count } from '#contract/count.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { toast } from '#web/components/toasts.tsx'
import { deskAvailabilityOptions } from '#web/desk/booking/family-booking-api.ts'
import { send } from '#web/lib/api/send.ts'
import { type DayColumn, type FreeStart, freeStarts, oneOfEachTime } from './day-layout.ts'

/** An appointment that is being moved. */
export interface Move {
  entry: AgendaEntry
  /** One target per time of a column; null until known. */
  targets: readonly FreeStart[] | null
  /** The choices of all doctors. */
  choices: readonly FreeStart[]
  /** The target that was reached by the arrow keys. */
  chosen: FreeStart | null
  /** The target to be confirmed. */
  asked: FreeStart | null
}

/** Whether the calendar can move it: expected, and of an existing family. */
export const canMove = ({ attendance, family }: AgendaEntry) =>
  attendance === 'expected' && family !== null

interface MoveOptions {
  columns: readonly DayColumn[]
  /** Whether the columns are days. */
  isWeek: boolean
  nameOf: (entry: AgendaEntry) => string
  say: (text: string) => void
}

/** Moves an appointment to one of the visible free times; nothing changes before the move is confirmed. */
export function useMove({ columns, isWeek, nameOf, say }: MoveOptions) {
  const queries = useQueryClient()
  const [move, setMove] = useState<Move | null>(null)

  /** Starts a move and shows its targets. */
  async function lift(entry: AgendaEntry) {
    setMove({ entry, targets: null, choices: [], chosen: null, asked: null })
    const update = (change: Partial<Move> | null) =>
      setMove((known) =>
        known?.entry._id !== entry._id ? known : change && { ...known, ...change },
      )
    try {
      const days = [...new Set(columns.map(({ date }) => date))]
      const [options, ...available] = await Promise.all([
        send(getChangeOptions, { params: { id: entry._id } }),
        ...days.map((day) => queries.fetchQuery({ ...deskAvailabilityOptions(day), staleTime: 0 })),
      ])
      const choices = available.flatMap((treatments, index) =>
        freeStarts(
          columns,
          treatments.filter(({ _id }) => _id === options.treatmentId),
          { date: days[index] },
        ),
      )
      const targets = oneOfEachTime(choices, entry.doctor?._id ?? null)
      if (!options.canMove || targets.length === 0) {
        toast.error(
          options.canMove
            ? `No other time of this ${isWeek ? 'week' : 'day'} is free for ${entry.treatment}. Another day: Move or cancel.`
            : `${nameOf(entry)} can no longer be moved.`,
        )
        return update(null)
      }
      update({ targets, choices })
      say(
        `${count(targets.length, 'free time')}. Arrow keys choose, Enter asks, Escape puts it back.`,
      )
    } catch {
      toast.error('We couldn’t load the free times. Please try again.')
      update(null)
    }
  }

  // A pointer passes the same target many times; the day is rendered again only for a different one.
  const choose = (chosen: FreeStart | null) =>
    setMove((known) => (known && known.chosen !== chosen ? { ...known, chosen } : known))
  const ask = (asked: FreeStart | null) => setMove((known) => known && { ...known, asked })

  function putBack() {
    if (move) say(`${nameOf(move.entry)} stays where it was.`)
    setMove(null)
  }

  return { move, lift, choose, ask, putBack, end: () => setMove(null) }
}
