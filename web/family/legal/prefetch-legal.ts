import type { LegalPageName } from '#contract/legal/legal-titles.ts'
import type { Prefetch } from '#web/lib/api/prefetch.ts'
import { legalPageOptions, versionIn } from './legal-query.ts'

/** The data of a legal page. */
export function prefetchLegal(page: LegalPageName): Prefetch {
  return {
    // All unknown versions are the same missing page.
    async knownSearch({ data, search }) {
      const version = versionIn(search)
      if (version === undefined) return new URLSearchParams()
      const found = version > 0 && (await data.legalPage(page, version))
      return new URLSearchParams({ version: String(found ? version : 0) })
    },
    async load({ queries, data, search }) {
      const version = versionIn(search)
      const found = version === 0 ? null : await data.legalPage(page, version)
      queries.setQueryData(legalPageOptions(page, version).queryKey, found)
    },
  }
}

/** For all other addresses, which have no page. */
export const prefetchNoPage: Prefetch = {
  knownSearch: async () => new URLSearchParams(),
  async load({ queries }) {
    queries.setQueryData(['legal'], null)
  },
}
