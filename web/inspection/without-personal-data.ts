import type { StatelyInspectionEvent } from '@statelyai/inspect'

/** Keys whose texts describe the flow and contain no personal data. */
const SHOWN: ReadonlySet<string> = new Set([
  'type',
  'status',
  'kind',
  'date',
  'slot',
  'role',
  'attendance',
  'ended',
  'decision',
  'systemId',
  'xstate$$type',
])

/** Facts about an actor that come from the code; everything else is data of the flow. */
const FROM_CODE = [
  'rootId',
  'sessionId',
  'parentId',
  'sourceId',
  'createdAt',
  'id',
  'name',
  'definition',
  '_version',
] as const

/**
 * An inspection event without personal data and secrets: in the data of the flow, every text is
 * replaced with its key in brackets, except for a few keys. Names of states come from the code.
 */
export function withoutPersonalData(event: StatelyInspectionEvent): StatelyInspectionEvent {
  const known: Partial<Record<string, unknown>> = { ...event }
  const kept = FROM_CODE.filter((key) => key in known).map((key) => [key, known[key]])
  const hidden = { ...hide(event), ...Object.fromEntries(kept) }
  if (!('snapshot' in event)) return hidden
  const { value } = event.snapshot as { value?: unknown }
  return { ...hidden, snapshot: { ...hidden.snapshot, ...(isStateValue(value) && { value }) } }
}

/** An actor that is not a machine could have any text here. */
function isStateValue(value: unknown): boolean {
  if (typeof value === 'string') return /^\w+$/.test(value)
  return value instanceof Object && Object.values(value).every(isStateValue)
}

/** Serialized first, because snapshots define which part of them is data. */
function hide<Value>(value: Value): Value {
  const text = JSON.stringify(value, (key, part: unknown) =>
    typeof part === 'string' && !SHOWN.has(key) ? `[${key}]` : part,
  )
  return JSON.parse(text)
}
