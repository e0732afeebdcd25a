import userEvent from '@testing-library/user-event'
import { authMachine } from '../../../../machines/auth/auth-machine.ts'
import { parent } from '../../../../machines/auth/auth-paths.ts'
import { type Path, walk } from '../../../../machines/testing/paths.ts'
import { driveScreens } from './auth-driver.ts'
import { heldActors, keepSession } from './held-actors.ts'
import { renderSiteOn } from './site.tsx'

/** Walks a path of the auth machine on the screens, and looks at each of its states. */
export async function walkAuthScreens(
  path: Path,
  machine: typeof authMachine = authMachine,
): Promise<void> {
  keepSession(parent)
  const actors = heldActors(machine)
  const site = renderSiteOn(actors, '/dashboard')
  await walk(path, driveScreens(userEvent.setup({ delay: null }), actors, site))
}
