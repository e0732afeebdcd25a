import * as z from 'zod/mini'
import { ApiError } from './api-error.ts'

/**
 * The state that another admin has saved since something was loaded (409 `stale`); undefined for all
 * other errors.
 */
export function currentOf<Current>(
  error: unknown,
  schema: z.ZodMiniType<Current>,
): Current | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale') return undefined
  return z.safeParse(z.object({ current: schema }), error.body).data?.current
}
