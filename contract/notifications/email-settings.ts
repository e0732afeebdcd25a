import * as z from 'zod/mini'
import * as words from '#words/en/messages/notifications.ts'
import { LANGUAGES } from '#words/languages.ts'
import { childId } from '../ids.ts'

// A file of its own, because every page of the dashboard loads it.

/** `GET /email-settings`: the caller's. */
export const emailSettings = z.object({
  address: z.string(),
  /**
   * Whether the identity provider has verified the address. An unverified one gets only the verification
   * email.
   */
  verified: z.boolean(),
  /** False after an email to this address bounced: no further emails are sent there. */
  reachable: z.boolean(),
  /** Whether reminders are on. */
  reminders: z.boolean(),
  /** Of emails and receipts. */
  language: z.enum(LANGUAGES),
  /** The own children about whose next visits the user has stopped emails. */
  stoppedFor: z.array(z.object({ _id: z.string(), name: z.string() })),
})
export type EmailSettings = z.infer<typeof emailSettings>

/** `PUT /email-settings`: what is left out stays. */
export const emailSettingsForm = z.strictObject({
  reminders: z.optional(z.boolean()),
  language: z.optional(z.enum(LANGUAGES, words.chooseLanguageFromList)),
})
export type EmailSettingsForm = z.infer<typeof emailSettingsForm>

/** `POST /unsubscribe?token=`: from the link in a reminder. */
export const unsubscribeQuery = z.strictObject({
  token: z.string(words.linkIncomplete).check(z.maxLength(400, words.linkInvalid)),
})
/** `POST /recalls/stop?token=`: from the link in an email about next visits. */
export const stopRecallsQuery = z.strictObject({
  token: z.string(words.linkIncomplete).check(z.maxLength(1200, words.linkInvalid)),
})

/** `POST /recalls/resume`: emails about next visits of this child again. */
export const resumedRecalls = z.strictObject({ child: childId })

export const unsubscribeResponse = z.object({ unsubscribed: z.literal(true) })
