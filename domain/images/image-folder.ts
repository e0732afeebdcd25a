import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../process/errors.ts'
import type { Size } from './sizes.ts'

/** Uploads that are not done, and sizes in the making: whatever a crash leaves there is waste. */
const WORKSHOP = 'workshop'

/** The files of pictures, under the data folder: one folder for each picture's id. */
export class ImageFolder {
  readonly #root: string

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'images')
  }

  /** A new folder to work in; hand it to `settle`, or discard it. */
  async openWorkshop(): Promise<string> {
    const folder = join(this.#root, WORKSHOP, randomUUID())
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  /** Makes a workshop a new picture's own folder, all at once. */
  async settle(workshop: string, id: string): Promise<void> {
    await rename(workshop, join(this.#root, id))
  }

  /** Moves a file of a workshop to where a size is found. */
  async settleSize(file: string, id: string, size: Size): Promise<void> {
    await rename(file, this.size(id, size))
  }

  async discard(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true })
  }

  /** The file as it was uploaded; never served, it may say where it was taken. */
  original(id: string): string {
    return join(this.#root, id, ORIGINAL)
  }

  /** What is shown until there is more. */
  preview(id: string): string {
    return join(this.#root, id, PREVIEW)
  }

  size(id: string, { width, format }: Size): string {
    return join(this.#root, id, `${width}.${format}`)
  }

  /** Destroys all files of a picture; does nothing when they are gone. */
  async destroy(id: string): Promise<void> {
    await this.discard(join(this.#root, id))
  }

  /**
   * Folders that nothing has been done to since `before`: abandoned workshops, and those of
   * pictures that `isKnown` denies, as a crash between two steps leaves them.
   */
  async listWaste(before: Date, isKnown: (id: string) => boolean): Promise<string[]> {
    const pictures = (await list(this.#root)).filter((name) => name !== WORKSHOP && !isKnown(name))
    const workshops = await list(join(this.#root, WORKSHOP))
    const folders = [
      ...pictures.map((name) => join(this.#root, name)),
      ...workshops.map((name) => join(this.#root, WORKSHOP, name)),
    ]
    // An upload that ends meanwhile takes its workshop along.
    const states = await Promise.all(folders.map((folder) => ifThere(stat(folder))))
    return folders.filter((_folder, index) => (states[index]?.mtime ?? before) < before)
  }
}

/** Names of the files in a workshop that becomes a picture's folder. */
export const ORIGINAL = 'original'
export const PREVIEW = 'preview.jpg'

/** A file's bytes; null when there is no such file. */
export function readIfThere(file: string): Promise<Buffer | null> {
  return ifThere(readFile(file))
}

async function list(folder: string): Promise<string[]> {
  return (await ifThere(readdir(folder))) ?? []
}

async function ifThere<Found>(look: Promise<Found>): Promise<Found | null> {
  try {
    return await look
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
