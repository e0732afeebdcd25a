import { createContext } from 'react'
import type { Agenda, AgendaEntry } from '#contract/front-desk/agenda.ts'

/** Who is in which of the clinic's rooms now, by the room's name. */
export const OccupiedRooms = createContext<ReadonlyMap<string, AgendaEntry>>(new Map())

/** The rooms of today that have a patient; of several in one, the last. */
export function findOccupied({
  entries,
  today,
}: Pick<Agenda, 'entries' | 'today'>): ReadonlyMap<string, AgendaEntry> {
  return new Map(
    entries.flatMap((entry) =>
      entry.date === today && entry.attendance === 'in_room' && entry.room?.name
        ? [[entry.room.name, entry]]
        : [],
    ),
  )
}
