import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

interface Program {
  /** Executable names. */
  names: readonly string[]
  /** Executables to use instead when it cannot be installed. */
  substitutes?: readonly string[]
  /** Debian's package. */
  debianPackage: string
}

export const CHROMIUM: Program = {
  names: ['chromium', 'chromium-browser', 'google-chrome'],
  debianPackage: 'chromium',
}
/** Chromium refuses its sandbox to root. */
export const CHROMIUM_FLAGS = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Tests take a third less time in it than in full Chromium. */
export const HEADLESS_CHROMIUM: Program = {
  names: ['chromium-headless-shell'],
  substitutes: CHROMIUM.names,
  debianPackage: 'chromium-headless-shell',
}
export const REDIS: Program = { names: ['redis-server'], debianPackage: 'redis-server' }

export const WRK: Program = { names: ['wrk'], debianPackage: 'wrk' }
export const TASKSET: Program = { names: ['taskset'], debianPackage: 'util-linux' }

/** The path of a program or its substitute; undefined if neither is on the PATH. */
export function findProgram({ names, substitutes = [] }: Program): string | undefined {
  return findOnPath([...names, ...substitutes])
}

function findOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => isExecutable(file))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Installs missing programs with apt-get, if it exists and this user may run it.
 * @throws when a program is still missing; the message says what to do
 */
export function installMissing(programs: readonly Program[]): void {
  const wanted = programs.filter(({ names }) => !findOnPath(names))
  if (wanted.length === 0) return
  const packages = wanted.map(({ debianPackage }) => debianPackage)
  console.log(`Installing ${packages.join(' and ')}…`)
  apt('update', '-qq')
  // One at a time: a package unknown to the distribution must not stop the others.
  for (const name of packages) apt('install', '-y', '-qq', '--no-install-recommends', name)
  const stillMissing = wanted
    .filter((program) => !findProgram(program))
    .map(({ names }) => names[0])
  if (stillMissing.length > 0) {
    throw new Error(
      `Missing: ${stillMissing.join(' and ')}. Install ${packages.join(' and ')} ` +
        '(on Debian or Ubuntu, with apt-get as root) and try again.',
    )
  }
}

/** Runs apt-get as root or with passwordless sudo. The caller checks the result. */
function apt(...args: string[]): void {
  const isRoot = process.getuid?.() === 0
  const [command, ...before] = isRoot ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  spawnSync(command ?? '', [...before, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
