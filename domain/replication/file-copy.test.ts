import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { createFileCopier, openFileCopy } from './file-copy.ts'

vi.mock('node:fs/promises', { spy: true })

function setUp() {
  const dataDir = temporaryFolder()
  const images = join(dataDir, 'images')
  mkdirSync(join(images, 'small'), { recursive: true })
  const db = openFileCopy(join(temporaryFolder(), 'copy.db'))
  onTestFinished(() => {
    db.close()
  })
  let hours = 0
  const copy = createFileCopier(db, dataDir, () => Date.now() + hours * 3_600_000)
  const passHour = () => {
    hours += 1
  }
  const put = (path: string, content: string | Buffer) =>
    writeFileSync(join(dataDir, path), content)
  const paths = () => db.prepare('SELECT path FROM files ORDER BY path').pluck().all()
  return { dataDir, images, db, copy, passHour, put, paths }
}

it('contains what the folder contains: new, changed and removed files', async () => {
  const { images, db, copy, put, paths } = setUp()
  put('images/one.webp', 'one')
  put('images/small/two.webp', 'two')
  put('jwt-secret', 'secret')
  put('images/three.tmp', 'unfinished')
  await copy()
  expect(paths()).toEqual(['images/one.webp', 'images/small/two.webp'])

  put('images/four.webp', 'four')
  put('images/new.tmp', 'another one')
  renameSync(join(images, 'new.tmp'), join(images, 'one.webp'))
  await copy()
  expect(paths()).toEqual(['images/four.webp', 'images/one.webp', 'images/small/two.webp'])
  const content = db.prepare('SELECT content FROM files WHERE path = ?').pluck()
  expect(String(content.get('images/one.webp'))).toBe('another one')

  rmSync(join(images, 'four.webp'))
  await copy()
  expect(paths()).toEqual(['images/one.webp', 'images/small/two.webp'])
})

it('follows a folder that is moved away and back, although its modification time stays the same', async () => {
  const { dataDir, images, copy, passHour, put, paths } = setUp()
  put('images/small/two.webp', 'two')
  passHour()
  await copy()
  const move = async (from: string, to: string, at: number) => {
    renameSync(from, to)
    for (const folder of [dataDir, images]) utimesSync(folder, at, at)
    await copy()
    return paths()
  }
  const inside = join(images, 'small')
  const outside = join(dataDir, 'small')
  expect(await move(inside, outside, 1_000)).toEqual(['small/two.webp'])
  expect(await move(outside, inside, 2_000)).toEqual(['images/small/two.webp'])
  expect(await move(inside, temporaryFolder(), 3_000)).toEqual([])
  put('images/one.webp', 'one')
  utimesSync(images, 4_000, 4_000)
  await copy()
  expect(paths()).toEqual(['images/one.webp'])
})

it('checks only folders while nothing changes, and each file once an hour', async () => {
  const { images, db, copy, passHour, put, paths } = setUp()
  for (let picture = 0; picture < 50; picture += 1) put(`images/${picture}.webp`, `${picture}`)
  passHour()
  await copy()
  vi.mocked(stat).mockClear()
  vi.mocked(readdir).mockClear()
  await copy()
  expect(readdir).not.toHaveBeenCalled()
  expect(stat).toHaveBeenCalledTimes(3)

  const changed = join(images, '7.webp')
  const folderBefore = statSync(images).mtime
  writeFileSync(changed, 'written in place')
  utimesSync(images, folderBefore, folderBefore)
  passHour()
  await copy()
  expect(paths()).toHaveLength(50)
  const content = db.prepare("SELECT content FROM files WHERE path = 'images/7.webp'").pluck()
  expect(String(content.get())).toBe('written in place')
})

it('frees the disk space of removed files, also in a copy from an earlier version', async () => {
  const { db, copy, passHour, put } = setUp()
  expect(db.pragma('auto_vacuum', { simple: true })).toBe(2)
  put('images/large.webp', Buffer.alloc(1_500_000, 1))
  await copy()
  const pages = () => Number(db.pragma('page_count', { simple: true }))
  const before = pages()
  put('images/large.webp', 'small')
  passHour()
  await copy()
  await copy()
  expect(pages()).toBeLessThan(before / 10)

  const old = join(temporaryFolder(), 'old.db')
  const early = new SQLite(old)
  early.exec('CREATE TABLE files (path TEXT PRIMARY KEY, content BLOB)')
  early.close()
  const opened = openFileCopy(old)
  expect(opened.pragma('auto_vacuum', { simple: true })).toBe(2)
  opened.close()
})
