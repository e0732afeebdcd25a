import type { ImportView } from '#contract/imports/imports.ts'
import { followEvents } from '#web/lib/api/event-stream.ts'

/** How often a page without a stream asks, in milliseconds. */
const POLL_MS = 2_000

const pathOf = (id: string) => `/imports/${id}/changes`

/** What the server last said of each import that a page follows. */
const latest = new Map<string, string>()

/** Keeps the stream of an import open, so that it is not opened anew for each wait; returns a function that ends it. */
export function followChanges(id: string): () => void {
  const stop = followEvents(pathOf(id), {
    onEvent: (data) => {
      if (data !== undefined) latest.set(id, data)
    },
  })
  return () => {
    stop()
    latest.delete(id)
  }
}

/** Resolves when the server has got on with an import, or after a while without a stream. */
export function waitForChange(
  { _id, version, progress }: Pick<ImportView, '_id' | 'version' | 'progress'>,
  signal: AbortSignal,
): Promise<void> {
  const seen = `${version} ${progress.done}`
  const isNews = (data: string | undefined) => data !== undefined && data !== seen
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, POLL_MS)
    const stop = followEvents(pathOf(_id), { onEvent: (data) => isNews(data) && end() })
    signal.addEventListener('abort', end)
    if (isNews(latest.get(_id))) end()
  })
}
