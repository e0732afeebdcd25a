import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

/** The measured process runs on the first core, the client on the second. */
export const MEASURED = 0
export const ASKING = 1

const canPin =
  availableParallelism() > 1 &&
  spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0

/** Starts a program on one core if the machine has two and `taskset`. */
export function spawnOn(
  core: number,
  command: readonly [program: string, ...args: string[]],
  options: { env?: NodeJS.ProcessEnv; quiet?: boolean } = {},
): ChildProcess {
  const [program, ...args] = canPin ? ['taskset', '-c', String(core), ...command] : command
  return spawn(program ?? '', args, {
    env: options.env ?? process.env,
    stdio: ['ignore', options.quiet ? 'ignore' : 'pipe', 'inherit', 'ipc'],
  })
}

/** The command that runs a file in this folder. */
export function part(file: string, ...args: string[]): [string, ...string[]] {
  return [process.execPath, join(import.meta.dirname, file), ...args]
}

/** Resolves with the first message of a child. */
export function firstMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Message))
    child.once('exit', (code) => reject(new Error(`a measured process ended with ${code}`)))
  })
}

/** Stops a child and resolves when it has ended. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
