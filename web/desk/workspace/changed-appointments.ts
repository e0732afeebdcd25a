import type { Query, QueryClient } from '@tanstack/react-query'
import { type Agenda, MOST_IDS } from '#contract/front-desk/agenda.ts'
import { AGENDA_KEY, type AgendaDays, readAgenda } from '#web/desk/appointments/agenda-api.ts'
import { invalidateAnew } from '#web/lib/api/fetch-anew.ts'

/**
 * Updates the agenda after changes: visible days load only the changed appointments, one call after another;
 * everything else is reloaded.
 */
export function createChangeReader(queries: QueryClient) {
  const waiting = new Set<string>()
  let isReading = false

  const readAll = () => void invalidateAnew(queries, { queryKey: AGENDA_KEY })

  async function readWaiting() {
    isReading = true
    while (waiting.size > 0) {
      const ids = [...waiting]
      waiting.clear()
      await Promise.all(shownDays(queries).map((query) => readChanged(queries, query, ids)))
    }
    isReading = false
  }

  return {
    readAll,
    read(ids: readonly string[]) {
      if (ids.length === 0) return
      if (ids.length > MOST_IDS) return readAll()
      for (const id of ids) waiting.add(id)
      const days = shownDays(queries)
      void invalidateAnew(queries, {
        queryKey: AGENDA_KEY,
        predicate: (query) => !days.includes(query),
      })
      if (!isReading) void readWaiting()
    },
  }
}

/** The visible days. */
function shownDays(queries: QueryClient): Query[] {
  const all = queries.getQueryCache().findAll({ queryKey: AGENDA_KEY, type: 'active' })
  return all.filter(({ queryKey }) => daysOf(queryKey) !== undefined)
}

function daysOf(queryKey: readonly unknown[]): AgendaDays | undefined {
  const days = queryKey[AGENDA_KEY.length]
  return typeof days === 'object' && days !== null && 'days' in days
    ? (days as AgendaDays)
    : undefined
}

async function readChanged(queries: QueryClient, query: Query, ids: readonly string[]) {
  const { queryKey } = query
  const days = daysOf(queryKey)
  const isKnown = () => query.state.data !== undefined && query.state.fetchStatus === 'idle'
  try {
    if (!days || ids.length > MOST_IDS || !isKnown()) throw new Error('Read the whole day.')
    const changed = await readAgenda(days, { ids })
    // The response to an earlier call would undo the changes.
    if (!isKnown()) throw new Error('Read the whole day.')
    queries.setQueryData<Agenda>(queryKey, (known) => known && mergeAgenda(known, changed, ids))
  } catch {
    await invalidateAnew(queries, { queryKey, exact: true })
  }
}

/** An agenda with these appointments updated, and without those that no longer exist. */
export function mergeAgenda(known: Agenda, changed: Agenda, ids: readonly string[]): Agenda {
  const others = known.entries.filter(({ _id }) => !ids.includes(_id))
  const entries = [...others, ...changed.entries].sort(
    (one, other) =>
      compare(one.date, other.date) ||
      one.startMinute - other.startMinute ||
      compare(one.treatment, other.treatment),
  )
  return { ...changed, entries }
}

/** Compares code units, as the server does. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
