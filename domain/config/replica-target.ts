import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the second copy is kept, in the fields of Litestream's configuration. */
type ReplicaTarget =
  | { type: 'file'; path: string }
  | { type: 'sftp'; host: string; user: string; password?: string; path: string }
  | { type: 's3'; bucket: string; path: string; endpoint?: string; region?: string }

/** The key pair of an S3-compatible store, or the file with the private key for SFTP. */
export interface ReplicaKeys {
  s3?: { id: string; secret: string }
  sshKey?: string
}

/** A second copy, with its credentials. */
export interface Replica {
  target: ReplicaTarget
  keys: ReplicaKeys
}

/**
 * Parses REPLICA_URL: `/mnt/copy`, `file:///mnt/copy`, `sftp://user@host:22/folder` or
 * `s3://bucket/folder?endpoint=https://…&region=…`.
 * @returns undefined for anything else
 */
export function parseReplicaUrl(text: string): ReplicaTarget | undefined {
  if (isAbsolute(text)) return { type: 'file', path: text }
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const path = decodeURIComponent(url.pathname)
  switch (url.protocol) {
    case 'file:':
      return url.host ? undefined : { type: 'file', path: fileURLToPath(url) }
    case 'sftp:': {
      if (!url.hostname || !url.username || path.length < 2) return undefined
      const user = decodeURIComponent(url.username)
      const host = `${url.hostname}:${url.port || 22}`
      const password = url.password ? { password: decodeURIComponent(url.password) } : {}
      return { type: 'sftp', host, user, ...password, path }
    }
    case 's3:': {
      const { endpoint, region, ...others } = Object.fromEntries(url.searchParams)
      const isKnown = Object.keys(others).length === 0
      if (!url.hostname || !isKnown || (endpoint && !URL.canParse(endpoint))) return undefined
      return {
        type: 's3',
        bucket: url.hostname,
        path: path.replace(/^\//, ''),
        ...(endpoint && { endpoint }),
        ...(region && { region }),
      }
    }
    default:
      return undefined
  }
}

/** The place in words, without its password, for logs and screens. */
export function describeTarget(target: ReplicaTarget): string {
  switch (target.type) {
    case 'file':
      return target.path
    case 'sftp':
      return `sftp://${target.user}@${target.host}${target.path}`
    case 's3':
      return `s3://${target.bucket}/${target.path}`
  }
}
