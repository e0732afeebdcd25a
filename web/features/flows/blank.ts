import type { StatelyInspectionEvent } from '@statelyai/inspect'

export const BLANK = '•••'

/**
 * Texts that may leave the page: what the clinic offers and how things stand. Everything else is
 * somebody's (phone, address, email, name), or lets others in (tokens, client secrets, passwords).
 */
const HARMLESS = new Set([
  'type',
  'kind',
  'status',
  'date',
  'slot',
  'slots',
  'treatment',
  'role',
  'ended',
  'success',
])

/** What an inspector may know of an event: which machine, state and event, and no person. */
export function blankEvent(event: StatelyInspectionEvent): StatelyInspectionEvent {
  // As JSON it has neither functions nor the machine's own objects any more.
  const plain: StatelyInspectionEvent = JSON.parse(JSON.stringify(event))
  if ('event' in plain) plain.event = blankAll(plain.event)
  if ('snapshot' in plain) {
    const { status, value, context, ...rest } = plain.snapshot as Record<string, unknown>
    const blanked = { ...blankAll(rest), context: blankAll(context), status, value }
    Object.assign(plain, { snapshot: blanked })
  }
  return plain
}

function blankAll<T>(value: T, key = ''): T {
  const blanked = (): unknown => {
    if (typeof value === 'string') return HARMLESS.has(key) ? value : BLANK
    if (Array.isArray(value)) return value.map((part) => blankAll(part, key))
    if (value === null || typeof value !== 'object') return value
    const parts = Object.entries(value).map(([name, part]) => [name, blankAll(part, name)])
    return Object.fromEntries(parts)
  }
  return blanked() as T
}
