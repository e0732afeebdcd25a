import { type Env, readEnv } from './env.ts'
import { readEnvFile } from './env-file.ts'

/**
 * The settings of this process: its environment, and what `.env` in the working directory adds
 * to it. Only entry points call this.
 * @throws EnvError with the list of what is wrong
 */
export function loadEnv(): Env {
  readEnvFile()
  return readEnv(process.env)
}
