import { queryOptions } from '@tanstack/react-query'
import type { LegalPageName } from '#contract/legal/legal-titles.ts'
import { loadChunk } from '#web/lib/load-chunk.ts'

/**
 * A version of a legal page, or the one in effect; null when there is none.
 * @param version 0 when the address names an impossible version
 */
export function legalPageOptions(page: LegalPageName, version?: number) {
  return queryOptions({
    queryKey: ['legal', page, version ?? 'in effect'],
    // A server-rendered page contains its data, so the code of the call is loaded only when needed.
    queryFn: async ({ signal }) => {
      const { fetchLegalPage } = await loadChunk(() => import('#web/both/legal/legal-api.ts'))
      return fetchLegalPage(page, version, signal)
    },
  })
}

/** The version that an address names: '?version=2'. */
export function versionIn(search: URLSearchParams): number | undefined {
  const typed = search.get('version')
  if (typed === null) return undefined
  return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : 0
}
