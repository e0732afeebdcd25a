import * as z from 'zod/mini'

/** The body of every error response. */
export const errorResponse = z.object({
  code: z.string(),
  message: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})

export type ErrorResponse = z.infer<typeof errorResponse>
