import { rmSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { ImageFolder } from './image-folder.ts'

const IN_AN_HOUR = new Date(Date.now() + 60 * 60_000)

function newFolder(): { folder: ImageFolder; root: string } {
  const dataDir = temporaryFolder()
  return { folder: new ImageFolder(dataDir), root: join(dataDir, 'images') }
}

test('lists unknown folders and old staging directories as waste', async () => {
  const { folder, root } = newFolder()
  expect(await folder.listAbandoned(IN_AN_HOUR, () => false)).toEqual([])
  const staging = await folder.openStaging()
  await mkdir(join(root, 'known'))
  await mkdir(join(root, 'unknown'))
  const isKnown = (id: string) => id === 'known'
  const waste = [join(root, 'unknown'), staging]
  expect((await folder.listAbandoned(IN_AN_HOUR, isKnown)).toSorted()).toEqual(waste.toSorted())
  expect(await folder.listAbandoned(new Date(0), isKnown)).toEqual([])
})

test('a folder that is removed during the listing is not waste, and does not hide the others', async () => {
  const { folder, root } = newFolder()
  const [gone, left] = [join(root, 'gone'), join(root, 'left')]
  await mkdir(gone, { recursive: true })
  await mkdir(left)
  const waste = await folder.listAbandoned(IN_AN_HOUR, () => {
    rmSync(gone, { recursive: true, force: true })
    return false
  })
  expect(waste).toEqual([left])
})

test('a stored image survives a power cut: each rename is followed by a sync of its directory', async () => {
  const { folder, root } = newFolder()
  const staging = await folder.openStaging()
  const handle = await open(staging)
  const synced: string[] = []
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync')
  onTestFinished(() => sync.mockRestore())
  sync.mockImplementation(async function (this: FileHandle) {
    const { ino } = await this.stat()
    synced.push(inodes.get(ino) ?? '?')
  })
  const inodes = new Map([
    [statSync(root).ino, 'images'],
    [statSync(staging).ino, 'image'],
  ])
  await handle.close()
  await folder.settle(staging, 'one')
  expect(synced).toEqual(['image', 'images'])
  const sizes = await folder.openStaging()
  writeFileSync(join(sizes, '96.webp'), 'x')
  await folder.settleSizes(sizes, 'one', [{ width: 96, format: 'webp' }])
  expect(synced).toEqual(['image', 'images', 'image'])
})
