import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import type { Replica } from '#domain/config/replica-target.ts'
import { StartError } from '../process/errors.ts'

/** A copied database, and its folder at the replica. */
export interface CopiedDatabase {
  file: string
  folder: string
}

/** How often Litestream looks for new pages and sends them. */
const INTERVAL = '100ms'

/** A snapshot per day; a week of snapshots, with all changes in between, is kept. */
const SNAPSHOT_INTERVAL = '24h'
const RETENTION = '168h'

/** Time limit for sending the last pages when the site stops, in milliseconds. */
const LAST_SYNC_MS = 3_000

/**
 * Runs Litestream with a guard that ends it when this process is gone, however it ended: file descriptor 3 is
 * a pipe from this process. `exec` replaces the shell with Litestream.
 */
const GUARDED = '{ read -r _ <&3; kill -TERM "$$"; } >/dev/null 2>&1 & exec "$@" 3<&-'

/** @throws StartError when Litestream has no package for this system */
function litestreamProgram(): string {
  const { platform, arch } = process
  try {
    const require = createRequire(import.meta.url)
    return require.resolve(`@flydotio/litestream-${platform}-${arch}/litestream`)
  } catch {
    throw new StartError(
      `REPLICA_URL needs Litestream, which isn’t installed for ${platform}-${arch}. ` +
        'Run npm ci without --omit=optional, or unset REPLICA_URL.',
    )
  }
}

/**
 * Litestream's configuration as JSON, which is valid YAML. https://litestream.io/reference/config/
 * @param metricsPort on this machine only; absent for a restore
 */
export function litestreamConfig(
  { target, keys }: Replica,
  databases: readonly CopiedDatabase[],
  metricsPort?: number,
): string {
  const key = target.type === 'sftp' && keys.sshKey ? { 'key-path': keys.sshKey } : {}
  const style = target.type === 's3' && target.endpoint ? { 'force-path-style': true } : {}
  return JSON.stringify({
    ...(metricsPort !== undefined && { addr: `127.0.0.1:${metricsPort}` }),
    logging: { level: 'warn', type: 'json', stderr: true },
    dbs: databases.map(({ file, folder }) => ({
      path: file,
      'monitor-interval': INTERVAL,
      replicas: [
        {
          ...target,
          ...key,
          ...style,
          path: [...(target.path ? [target.path.replace(/\/$/, '')] : []), folder].join('/'),
          'sync-interval': INTERVAL,
          'snapshot-interval': SNAPSHOT_INTERVAL,
          retention: RETENTION,
        },
      ],
    })),
  })
}

/** Passes none of this process's settings except the replica's keys. */
function environment({ keys }: Replica): Record<string, string> {
  return keys.s3
    ? { LITESTREAM_ACCESS_KEY_ID: keys.s3.id, LITESTREAM_SECRET_ACCESS_KEY: keys.s3.secret }
    : {}
}

export interface RunningLitestream {
  /** Resolves when the process ends, for any reason. */
  ended: Promise<void>
  /** Has it send the remaining changes, and ends it. */
  stop(): Promise<void>
}

/** Starts replicating the databases in a configuration file. `onProblem` gets warnings and errors. */
export function startLitestream(
  replica: Replica,
  configFile: string,
  onProblem: (line: string) => void,
): RunningLitestream {
  const command = [litestreamProgram(), 'replicate', '-no-expand-env', '-config', configFile]
  const child = spawn('/bin/sh', ['-c', GUARDED, 'litestream', ...command], {
    env: environment(replica),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const guard = child.stdio[3]
  // The guard ends with Litestream; its pipe is never written to.
  guard?.on('error', () => {})
  if (child.stderr) createInterface(child.stderr).on('line', onProblem)
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      onProblem(error.message)
      resolve()
    })
    child.once('exit', () => {
      guard?.destroy()
      resolve()
    })
  })
  return {
    ended,
    async stop() {
      child.kill('SIGTERM')
      const impatience = setTimeout(() => child.kill('SIGKILL'), LAST_SYNC_MS)
      await ended
      clearTimeout(impatience)
    },
  }
}

/**
 * Restores the newest state of a database from its replica to its path in the configuration; writes nothing
 * when the replica does not have it.
 * @throws StartError with Litestream's message when the replica cannot be read
 */
export async function restoreFromReplica(
  replica: Replica,
  { configFile, file }: { configFile: string; file: string },
  signal?: AbortSignal,
): Promise<void> {
  const options = ['-no-expand-env', '-if-replica-exists', '-config', configFile]
  const child = spawn(litestreamProgram(), ['restore', ...options, file], {
    env: environment(replica),
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal && { signal }),
  })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new StartError(`The second copy can’t be read: ${said.trim()}`)
}
