import type { ErrorResponse } from '#contract/errors.ts'

let sentence: string | undefined

/** Why the server ended the session, as the login shows it; undefined when it did not say so. */
export const endOfSession = () => sentence

/**
 * Remembers why the server refused a token.
 * @param body of its 401; undefined forgets an earlier one
 */
export function noteRefusal(body: string | undefined): void {
  sentence = body === undefined ? undefined : sentenceOf(body)
}

function sentenceOf(body: string): string | undefined {
  try {
    const { code, message }: Partial<ErrorResponse> = JSON.parse(body)
    return code === 'ended' ? message : undefined
  } catch {
    // A proxy's page.
    return undefined
  }
}
