import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openExistingStore, openStore } from './open-store.ts'

test('operators’ commands open what a site has made, and make nothing themselves', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sprout-store-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  expect(() => openExistingStore(dataDir)).toThrow(`${dataDir} holds no sprout.db`)
  expect(readdirSync(dataDir)).toEqual([])
  openStore(dataDir).$client.close()
  openExistingStore(dataDir).$client.close()
})
