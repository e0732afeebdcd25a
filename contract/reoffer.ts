import * as z from 'zod/mini'

/**
 * The clinic closed the appointment's time, and holds another one for it:
 * docs/requirements.md#needs-your-answer.
 */
export const reoffer = z.object({
  /** Id of the offer that the caller may answer; null when others may, or when it is too late. */
  offer: z.nullable(z.string()),
})

export type Reoffer = z.infer<typeof reoffer>

/** Header of `GET /appointments`: how many held times wait for the caller's answer. */
export const TO_ANSWER_COUNT = 'x-to-answer'
