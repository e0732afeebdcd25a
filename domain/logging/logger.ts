import pino, { type DestinationStream, type Logger } from 'pino'
import type { Env } from '../config/env.ts'

/** Never in a log, wherever they turn up (design section 11). */
const PRIVATE = [
  'address',
  'authorization',
  'clientSecret',
  // Of an error of Redis's: what it refused may be the password.
  'command',
  'cookie',
  'email',
  'idToken',
  'patient',
  'patientName',
  'phone',
  'token',
]

/**
 * Lines are written together, in bytes, for each write wakes another thread; but none later than
 * this, in milliseconds, nor than the end of the process.
 */
const WRITTEN_TOGETHER = { minLength: 4_096, periodicFlush: 100 }

const DEPTHS = ['', '*.', '*.*.']

/**
 * The process's structured log, one JSON object a line on standard output.
 * @param destination where to write instead
 */
export function createLogger(env: Pick<Env, 'logLevel'>, destination?: DestinationStream): Logger {
  return pino(
    {
      level: env.logLevel,
      base: { pid: process.pid },
      redact: {
        paths: DEPTHS.flatMap((depth) => PRIVATE.map((name) => `${depth}${name}`)),
        censor: '[private]',
      },
    },
    destination ?? pino.destination({ dest: 1, sync: false, ...WRITTEN_TOGETHER }),
  )
}
