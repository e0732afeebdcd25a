import { existsSync } from 'node:fs'
import { type Env, readEnv } from './env.ts'

/**
 * Reads the settings of this process: its environment, then `.env` in the working directory for unset
 * variables. Only entry points call this.
 * @throws EnvError with the list of problems
 */
export function loadEnv(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readEnv(process.env)
}
