import * as z from 'zod/mini'

/** Response to a change, such as `PUT /user/admin/{email}`: 0 when nothing had to change. */
export const modification = z.object({ modifiedCount: z.number() })

/** Response to a removal, such as `DELETE /user/{email}`. */
export const deletion = z.object({ deletedCount: z.number() })
