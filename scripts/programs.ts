import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

interface Program {
  /** Names it goes by. */
  names: readonly string[]
  /** Debian's package. */
  debianPackage: string
}

export const CHROMIUM: Program = {
  names: ['chromium', 'chromium-browser', 'google-chrome'],
  debianPackage: 'chromium',
}
export const REDIS: Program = { names: ['redis-server'], debianPackage: 'redis-server' }

export const WRK: Program = { names: ['wrk'], debianPackage: 'wrk' }
export const TASKSET: Program = { names: ['taskset'], debianPackage: 'util-linux' }

/** Where a program is, by the PATH; undefined when it is not installed. */
export function findProgram({ names }: Program): string | undefined {
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
  const missing = () => programs.filter((program) => !findProgram(program))
  if (missing().length === 0) return
  const packages = missing().map(({ debianPackage }) => debianPackage)
  console.log(`Installing ${packages.join(' and ')}…`)
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
  const stillMissing = missing().map(({ names }) => names[0])
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
