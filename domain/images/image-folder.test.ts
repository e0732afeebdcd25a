import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ImageFolder } from './image-folder.ts'

const IN_AN_HOUR = new Date(Date.now() + 60 * 60_000)

function newFolder(): { folder: ImageFolder; root: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'sprout-images-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return { folder: new ImageFolder(dataDir), root: join(dataDir, 'images') }
}

test('what nobody knows and workshops are waste after a while', async () => {
  const { folder, root } = newFolder()
  expect(await folder.listWaste(IN_AN_HOUR, () => false)).toEqual([])
  const workshop = await folder.openWorkshop()
  await mkdir(join(root, 'known'))
  await mkdir(join(root, 'unknown'))
  const isKnown = (id: string) => id === 'known'
  const waste = [join(root, 'unknown'), workshop]
  expect((await folder.listWaste(IN_AN_HOUR, isKnown)).toSorted()).toEqual(waste.toSorted())
  expect(await folder.listWaste(new Date(0), isKnown)).toEqual([])
})

test('a folder that goes while one looks is no waste, and hides none of the rest', async () => {
  const { folder, root } = newFolder()
  const [gone, left] = [join(root, 'gone'), join(root, 'left')]
  await mkdir(gone, { recursive: true })
  await mkdir(left)
  const waste = await folder.listWaste(IN_AN_HOUR, () => {
    rmSync(gone, { recursive: true, force: true })
    return false
  })
  expect(waste).toEqual([left])
})
