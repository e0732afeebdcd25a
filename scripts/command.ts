import { loadEnv } from '#domain/config/load-env.ts'
import { describeStartFailure } from '#domain/process/errors.ts'
import { openExistingStore } from '#domain/process/open-store.ts'
import type { Database } from '#drizzle/client.ts'

/** Runs an operator's command; prints why it failed, and exits with 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(describeStartFailure(error))
    process.exit(1)
  }
}

/** The same for a command on the existing database of DATA_DIR. */
export function runOnStore(
  work: (db: Database, env: ReturnType<typeof loadEnv>) => Promise<void>,
): Promise<void> {
  return runCommand(async () => {
    const env = loadEnv()
    const db = openExistingStore(env.dataDir)
    try {
      await work(db, env)
    } finally {
      db.$client.close()
    }
  })
}
