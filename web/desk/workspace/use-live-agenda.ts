import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { changedIds } from '#contract/front-desk/agenda.ts'
import { FRAME_KEY } from '#web/desk/appointments/frame-api.ts'
import { HELD_KEY } from '#web/desk/appointments/held-api.ts'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { followEvents } from '#web/lib/api/event-stream.ts'
import { invalidateAnew } from '#web/lib/api/fetch-anew.ts'
import { createChangeReader } from './changed-appointments.ts'

interface LiveAgenda {
  /** Since when updates are not live; null while they are. Meanwhile the screen polls every minute. */
  lostAt: Date | null
  /** Connects at once. */
  retry: () => void
}

/** Updates the agenda, its frame and To do when they change elsewhere, while the page is visible. */
export function useLiveAgenda(): LiveAgenda {
  const [lostAt, setLostAt] = useState<Date | null>(null)
  const [attempt, setAttempt] = useState(0)
  const queries = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt connects anew.
  useEffect(() => {
    const changes = createChangeReader(queries)
    // Anything may have changed while there was no stream.
    const onEvent = (data?: string) => {
      const ids = data === undefined ? [] : changedIds.parse(JSON.parse(data))
      if (data === undefined) changes.readAll()
      else changes.read(ids)
      if (ids.length === 0) void invalidateAnew(queries, { queryKey: FRAME_KEY })
      for (const queryKey of [HELD_KEY, TODO_KEY]) void invalidateAnew(queries, { queryKey })
    }
    const onState = (isOpen: boolean) =>
      setLostAt((before) => (isOpen ? null : (before ?? new Date())))
    return followEvents('/agenda/changes', { onEvent, onState })
  }, [queries, attempt])
  return { lostAt, retry: () => setAttempt((before) => before + 1) }
}
