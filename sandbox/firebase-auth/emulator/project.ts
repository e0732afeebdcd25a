import type { Env } from '#domain/config/env.ts'
import type { FirebaseConfig } from '#domain/identity/admin-app.ts'

/** The SDKs and the emulator never call Google for projects with the prefix `demo-`. */
export const EMULATED_PROJECT_ID = 'demo-sprout'

/** Loopback only: anyone who reaches the emulator can change every account. */
export const EMULATOR_HOST = '127.0.0.1'

/** The demo accounts in the README. */
export const DEMO_ACCOUNTS: readonly { email: string; password: string; name: string }[] = [
  { email: 'parent@example.com', password: 'parent123', name: 'Paula Parent' },
  { email: 'admin@example.com', password: 'admin123', name: 'Adam Admin' },
]

/** The configuration for processes that use the emulator. */
export function emulatedProject({ authEmulatorPort }: Pick<Env, 'authEmulatorPort'>) {
  return {
    mode: 'emulator',
    projectId: EMULATED_PROJECT_ID,
    emulatorHost: `${EMULATOR_HOST}:${authEmulatorPort}`,
  } satisfies FirebaseConfig
}
