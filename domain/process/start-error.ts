import { EnvError } from '../config/env.ts'

/** A reason not to start that whoever started the program can do something about; one sentence. */
export class StartError extends Error {
  override name = 'StartError'
}

/**
 * What to print when a program could not start: the bare sentence when it is for people, and the
 * whole error with its stack when it is a fault of the program.
 */
export function describeStartFailure(error: unknown): string {
  if (error instanceof StartError || error instanceof EnvError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
