import { queryOptions } from '@tanstack/react-query'
import { type SiteConfig, siteConfig } from '../../server/contract/config.ts'
import { request } from './request.ts'

let loading: Promise<SiteConfig> | null = null

/**
 * How this server is set up (`GET /config`): asked once per page, again only after a failure.
 * Throws `ApiError`.
 */
export function loadConfig(): Promise<SiteConfig> {
  loading ??= request('/config', { schema: siteConfig }).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** The same for screens, with the query cache's retries. */
export function configOptions() {
  return queryOptions({ queryKey: ['config'], queryFn: loadConfig })
}
