import { buildIfStale } from './build.ts'
import { buildSandboxIfStale } from './build-sandbox.ts'

/** Builds whatever was made from other sources than those here now; returns whether it built. */
export async function buildAllIfStale(): Promise<boolean> {
  const built = await Promise.all([buildIfStale(), buildSandboxIfStale()])
  return built.includes(true)
}

if (import.meta.main) await buildAllIfStale()
