/** Stands where the web has to provide an actor; running it means that nobody did. */
export function notProvided(actor: string) {
  return (): Promise<never> => Promise.reject(new Error(`No implementation provided for ${actor}`))
}

/** What a person should read of something that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Object && 'message' in error ? String(error.message) : String(error)
}
