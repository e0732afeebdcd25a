/** A reason not to start that the person who starts the program can fix; one sentence. */
export class StartError extends Error {
  override name = 'StartError'
}

/**
 * The message of a program that could not start: the sentence of a `StartError`; of any other error
 * the stack, because it is a bug.
 */
export function describeStartFailure(error: unknown): string {
  if (error instanceof StartError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The code of a system's or a library's error, such as 'ENOENT'; undefined when it has none. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** The result for a file or folder; null when there is none. */
export async function ifThere<Found>(look: Promise<Found>): Promise<Found | null> {
  try {
    return await look
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
