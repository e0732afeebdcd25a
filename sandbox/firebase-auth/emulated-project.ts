import type { Env } from '../../domain/config/env.ts'
import type { FirebaseConfig } from '../../domain/identity/admin-app.ts'
import { EMULATED_PROJECT_ID, EMULATOR_HOST } from './project.ts'

/** How the clinic's processes talk to the emulator that one of them runs. */
export function emulatedProject({ authEmulatorPort }: Pick<Env, 'authEmulatorPort'>) {
  return {
    mode: 'emulator',
    projectId: EMULATED_PROJECT_ID,
    emulatorHost: `${EMULATOR_HOST}:${authEmulatorPort}`,
  } satisfies FirebaseConfig
}
