import type { StatelyInspectionEvent } from '@statelyai/inspect'

/** Keys whose texts say where a flow is, and nothing about a person. */
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

/** The inspection's own facts about an actor; the rest is data of the flow. */
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
 * An inspection event without personal data and secrets: in the data of the flow, every text but
 * the value of a few keys becomes the key in brackets. Names of states come from the code.
 */
export function withoutPersonalData(event: StatelyInspectionEvent): StatelyInspectionEvent {
  const known: Partial<Record<string, unknown>> = { ...event }
  const kept = FROM_CODE.filter((key) => key in known).map((key) => [key, known[key]])
  const hidden = { ...hide(event), ...Object.fromEntries(kept) }
  if (!('snapshot' in event)) return hidden
  const { value } = event.snapshot as { value?: unknown }
  return { ...hidden, snapshot: { ...hidden.snapshot, ...(isStateValue(value) && { value }) } }
}

/** Of an actor that is no machine, anything could stand there. */
function isStateValue(value: unknown): boolean {
  if (typeof value === 'string') return /^\w+$/.test(value)
  return value instanceof Object && Object.values(value).every(isStateValue)
}

/** As it is sent: snapshots say themselves what of them is data. */
function hide<Value>(value: Value): Value {
  const text = JSON.stringify(value, (key, part: unknown) =>
    typeof part === 'string' && !SHOWN.has(key) ? `[${key}]` : part,
  )
  return JSON.parse(text)
}
