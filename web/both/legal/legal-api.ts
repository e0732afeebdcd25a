import { getLegalPage } from '#contract/legal/legal-calls.ts'
import type { LegalPage } from '#contract/legal/legal-pages.ts'
import type { LegalPageName } from '#contract/legal/legal-titles.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'

/** A version of a legal page (`GET /legal/{page}`); null when there is none. Throws `ApiError`. */
export async function fetchLegalPage(
  page: LegalPageName,
  version: number | undefined,
  signal?: AbortSignal,
): Promise<LegalPage | null> {
  if (version === 0) return null
  try {
    return await send(getLegalPage, {
      params: { page },
      query: version === undefined ? {} : { version },
      ...(signal && { signal }),
    })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
