import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

interface Program {
  /** Names it goes by. */
  names: readonly string[]
  /** Others that do the same, only worse: used when it cannot be installed. */
  substitutes?: readonly string[]
  /** Debian's package. */
  debianPackage: string
}

export const CHROMIUM: Program = {
  names: ['chromium', 'chromium-browser', 'google-chrome'],
  debianPackage: 'chromium',
}
/** Chromium for programs, not for people: a test takes two thirds of the time in it. */
export const HEADLESS_CHROMIUM: Program = {
  names: ['chromium-headless-shell'],
  substitutes: CHROMIUM.names,
  debianPackage: 'chromium-headless-shell',
}
export const REDIS: Program = { names: ['redis-server'], debianPackage: 'redis-server' }

export const WRK: Program = { names: ['wrk'], debianPackage: 'wrk' }
export const TASKSET: Program = { names: ['taskset'], debianPackage: 'util-linux' }

/** Where a program is, or its substitute, by the PATH; undefined when there is none. */
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
 * Installs what is missing with apt-get, where there is one and this user may.
 * @throws when a program is still missing then; the message says what to do
 */
export function installMissing(programs: readonly Program[]): void {
  const wanted = programs.filter(({ names }) => !findOnPath(names))
  if (wanted.length === 0) return
  const packages = wanted.map(({ debianPackage }) => debianPackage)
  console.log(`Installing ${packages.join(' and ')}…`)
  apt('update', '-qq')
  // One by one: what a distribution does not have keeps none of the others from being installed.
  for (const name of packages) apt('install', '-y', '-qq', '--no-install-recommends', name)
  const stillMissing = wanted
    .filter((program) => !findProgram(program))
    .map(({ names }) => names[0])
  if (stillMissing.length > 0) {
    throw new Error(
      `This needs ${stillMissing.join(' and ')}: install ${packages.join(' and ')} ` +
        '(on Debian and Ubuntu with apt-get, as root) and run it again.',
    )
  }
}

/** Runs apt-get as root, or with a sudo that asks no password. Whether it worked is seen later. */
function apt(...args: string[]): void {
  const isRoot = process.getuid?.() === 0
  const [command, ...before] = isRoot ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  spawnSync(command ?? '', [...before, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
