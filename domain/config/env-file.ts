import { existsSync } from 'node:fs'

/** Adds what `.env` in the working directory says to this process's environment; what is set stays. */
export function readEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
