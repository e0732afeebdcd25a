import { listSessions } from '#contract/identity/sessions-calls.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { request } from '#web/lib/api/request.ts'

/** How long the login may wait for the reason, in milliseconds. */
const LONGEST_WAIT = 3000

let sentence: string | undefined

/** Why the server ended the session, as the login shows it; undefined when it did not say so. */
export const endOfSession = () => sentence

/** Asks the server why it ended the session of a token, also of an expired one. Never rejects. */
export async function askForEnd(token: string): Promise<void> {
  sentence = undefined
  try {
    await request(listSessions.path, {
      schema: listSessions.answers[200],
      auth: { token },
      signal: AbortSignal.timeout(LONGEST_WAIT),
    })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ended') sentence = error.message
  }
}
