import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Env } from './env.ts'

/** Whether the second copy is a folder on the disk of the data. */
export function isCopyOnDataDisk({ replica, dataDir }: Pick<Env, 'replica' | 'dataDir'>): boolean {
  return replica?.target.type === 'file' && isOnOneDevice(replica.target.path, dataDir)
}

export function isOnOneDevice(one: string, other: string): boolean {
  return deviceOf(one) === deviceOf(other)
}

/** The device of a folder, or of the nearest folder above that exists. */
function deviceOf(folder: string): number {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found?.dev ?? deviceOf(dirname(folder))
}
