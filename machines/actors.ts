/** The placeholder of an actor that the web provides; running it fails. */
export function notProvided(actor: string) {
  return (): Promise<never> => Promise.reject(new Error(`No implementation provided for ${actor}`))
}

/** Parameters of guards and actions that read an actor's answer. */
export const answer = <Answer>({ event }: { event: { output: Answer } }) => ({
  answer: event.output,
})

/** Parameters of an action that stores an actor's error message. */
export const failure = ({ event }: { event: { error: unknown } }) => ({ error: event.error })

/** The same for an answer that is a refusal with a message. */
export const refusal = ({ event }: { event: { output: unknown } }) => ({ error: event.output })

/** The provider's code of a thrown value, such as 'auth/invalid-credential'; null without one. */
export function codeOf(error: unknown): string | null {
  return error instanceof Object && 'code' in error ? String(error.code) : null
}

/** The text of a thrown value, for the user. */
export function messageOf(error: unknown): string {
  return error instanceof Object && 'message' in error ? String(error.message) : String(error)
}

/** A value that the context has in this state; throws if it is missing. */
export function known<Value>(value: Value | null): Value {
  if (value === null) throw new Error('The machine is in a state that lacks what led to it.')
  return value
}
