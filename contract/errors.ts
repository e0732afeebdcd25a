import * as z from 'zod/mini'

/** The body of every error response. */
export const errorResponse = z.object({
  code: z.string(),
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})

export type ErrorResponse = z.infer<typeof errorResponse>

/** The body of a 409 with that code, and the fields that it has besides its message. */
export function refusalWith<Code extends string, Shape extends z.core.$ZodShape>(
  code: Code,
  more: Shape,
) {
  return z.extend(z.object({ code: z.literal(code), message: z.string() }), more)
}

/**
 * The body of a 409 on a call that sends the version an admin saw: `code` 'stale' says that someone else
 * changed the record, and `current` is its present state.
 */
export function conflictWith<Current extends z.ZodMiniType>(current: Current) {
  return z.object({ ...errorResponse.shape, current: z.optional(current) })
}
