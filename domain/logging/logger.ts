import pino, { type DestinationStream, type Logger } from 'pino'
import type { Env } from '../config/env.ts'

/** Never logged: personal data and credentials. Log lines are flat, so names suffice. */
const PRIVATE = [
  'address',
  'authorization',
  'clientSecret',
  'cookie',
  'email',
  'idToken',
  'patient',
  'patientName',
  'phone',
  'token',
]

/** How many causes of an error are logged. */
const MAX_CAUSES = 5

/** Lines are buffered up to so many bytes, and at most for so many milliseconds. */
const BUFFER = { minLength: 4_096, periodicFlush: 100 }

/**
 * The process's structured log: one JSON object per line on standard output.
 * @param destination where to write instead
 */
export function createLogger(env: Pick<Env, 'logLevel'>, destination?: DestinationStream): Logger {
  return pino(
    {
      level: env.logLevel,
      base: { pid: process.pid },
      serializers: { err: (error: unknown) => describeError(error) },
      redact: { paths: PRIVATE, censor: '[private]' },
    },
    destination ?? pino.destination({ dest: 1, sync: false, ...BUFFER }),
  )
}

interface LoggedError {
  type: string
  message: string
  code?: unknown
  stack?: string | undefined
  cause?: LoggedError | undefined
}

/** An error's other properties may be private, such as the command that Redis rejected. */
function describeError(error: unknown, causes = MAX_CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { message, stack, cause } = error
  return {
    type: error.name,
    message,
    code: 'code' in error ? error.code : undefined,
    stack,
    cause: cause !== undefined && causes > 0 ? describeError(cause, causes - 1) : undefined,
  }
}
