import * as z from 'zod/mini'

/** The clinic has closed its time, and holds another one for it: docs/requirements.md#needs-your-answer. */
export const reoffer = z.object({
  /** Id of the offer that the caller may answer; null when others may, or the time to answer is over. */
  offer: z.nullable(z.string()),
})

export type Reoffer = z.infer<typeof reoffer>

/** The header of `GET /appointments` with how many offers of held times wait for the caller's answer. */
export const TO_ANSWER_COUNT = 'x-to-answer'
