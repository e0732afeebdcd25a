import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ifThere } from '../process/errors.ts'
import type { Size } from './sizes.ts'

/** Unfinished uploads and sizes. What a crash leaves here is deleted later. */
const STAGING = 'staging'

/** The files of images, in the data folder: one folder per image id. */
export class ImageFolder {
  readonly #root: string

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'images')
  }

  /** Creates a staging directory; pass it to `settle`, or discard it. */
  async openStaging(): Promise<string> {
    const folder = join(this.#root, STAGING, randomUUID())
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  /** Turns a staging directory into the folder of a new image, durably. */
  async settle(staging: string, id: string): Promise<void> {
    await syncDirectory(staging)
    await rename(staging, join(this.#root, id))
    await syncDirectory(this.#root)
  }

  /** Moves sizes from a staging directory to the image's folder. */
  async settleSizes(staging: string, id: string, sizes: readonly Size[]): Promise<void> {
    for (const size of sizes) await rename(join(staging, sizeFile(size)), this.size(id, size))
    await syncDirectory(join(this.#root, id))
  }

  async discard(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true })
  }

  /** The original file. It is never served, because its metadata may contain a location. */
  original(id: string): string {
    return join(this.#root, id, ORIGINAL)
  }

  /** Deletes the original file, which is not needed once the sizes exist. */
  async removeOriginal(id: string): Promise<void> {
    await this.discard(this.original(id))
  }

  /** The small square that is shown until the sizes exist. */
  preview(id: string): string {
    return join(this.#root, id, PREVIEW)
  }

  size(id: string, size: Size): string {
    return join(this.#root, id, sizeFile(size))
  }

  /** Deletes all files of an image; does nothing when there are none. */
  async destroy(id: string): Promise<void> {
    await this.discard(join(this.#root, id))
  }

  /**
   * Folders untouched since `before` that a crash left: staging directories, and folders of images that
   * `isKnown` does not know.
   */
  async listAbandoned(before: Date, isKnown: (id: string) => boolean): Promise<string[]> {
    const unknown = (await list(this.#root)).filter((name) => name !== STAGING && !isKnown(name))
    const staging = await list(join(this.#root, STAGING))
    const folders = [
      ...unknown.map((name) => join(this.#root, name)),
      ...staging.map((name) => join(this.#root, STAGING, name)),
    ]
    // An upload that finishes meanwhile moves its staging directory.
    const states = await Promise.all(folders.map((folder) => ifThere(stat(folder))))
    return folders.filter((_folder, index) => (states[index]?.mtime ?? before) < before)
  }

  /** Ids of images whose original still exists. */
  async listOriginals(): Promise<string[]> {
    const ids = (await list(this.#root)).filter((name) => name !== STAGING)
    const states = await Promise.all(ids.map((id) => ifThere(stat(this.original(id)))))
    return ids.filter((_id, index) => states[index] !== null)
  }
}

/** Names of the files in an image's folder. */
export const ORIGINAL = 'original'
export const PREVIEW = 'preview.jpg'
export const sizeFile = ({ width, format }: Size) => `${width}.${format}`

/** A file's bytes; null when it does not exist. */
export function readIfThere(file: string): Promise<Buffer | null> {
  return ifThere(readFile(file))
}

/** Renames are only durable once their directory is written (https://man7.org/linux/man-pages/man2/fsync.2.html). */
async function syncDirectory(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function list(folder: string): Promise<string[]> {
  return (await ifThere(readdir(folder))) ?? []
}
