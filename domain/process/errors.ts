/** A reason not to start that the operator can fix, in one sentence. */
export class StartError extends Error {
  override name = 'StartError'
}

/**
 * The message of a program that could not start: the sentence of a `StartError`; for any other error its
 * stack, because it is a bug.
 */
export function describeStartFailure(error: unknown): string {
  if (error instanceof StartError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The code of a system or library error, such as 'ENOENT'; undefined without one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** The result for a file or folder; null when it does not exist. */
export async function ifThere<Found>(look: Promise<Found>): Promise<Found | null> {
  try {
    return await look
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
