import { existsSync } from 'node:fs'
import { type Env, readEnv } from './env.ts'

/**
 * The settings of this process: its environment, and what `.env` in the working directory adds
 * to it. Only entry points call this.
 * @throws EnvError with the list of what is wrong
 */
export function loadEnv(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readEnv(process.env)
}
