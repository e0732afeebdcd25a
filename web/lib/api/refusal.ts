import type { ZodMiniType } from 'zod/mini'
import { ApiError } from './api-error.ts'

/** Resolves with the answer, or with the refusal (409) that the schema describes. Throws `ApiError`. */
export async function orRefusal<Answer, Refusal>(
  answer: Promise<Answer>,
  schema: ZodMiniType<Refusal>,
): Promise<Answer | Refusal> {
  try {
    return await answer
  } catch (error) {
    const refusal = schema.safeParse(error instanceof ApiError ? error.body : undefined)
    if (refusal.success) return refusal.data
    throw error
  }
}
