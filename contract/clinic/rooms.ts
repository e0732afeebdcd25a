/** The longest name of a room. */
export const LONGEST_ROOM = 40

/** The rooms that a setting names, separated by commas: 'Room 1, Room 2'. */
export function roomsOf(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  return [...new Set(names.filter(Boolean))]
}
