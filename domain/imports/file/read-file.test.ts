import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { readRows, recognizeFile } from './read-file.ts'

async function read(content: string | Buffer) {
  const path = join(temporaryFolder(), 'file.csv')
  writeFileSync(path, content)
  const form = await recognizeFile(path)
  const rows: string[][] = []
  for await (const row of readRows(path, form)) rows.push(row)
  return { ...form, rows }
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const swapped = (text: string) => utf16(text).swap16()
const ROWS = [
  ['Child', 'Note'],
  ['Zoë', 'a b'],
]

it.each([
  ['UTF-8', 'Child,Note\nZoë,a b\n', 'utf-8'],
  ['UTF-8 with a mark', '\uFEFFChild,Note\r\nZoë,a b\r\n', 'utf-8'],
  ['UTF-16 with a mark', utf16('\uFEFFChild,Note\nZoë,a b\n'), 'utf-16le'],
  ['UTF-16 in the other order', swapped('\uFEFFChild,Note\nZoë,a b\n'), 'utf-16be'],
  ['UTF-16 without a mark', utf16('Child,Note\nZoë,a b\n'), 'utf-16le'],
  ['Windows-1252', Buffer.from('Child,Note\nZoë,a b\n', 'latin1'), 'windows-1252'],
  ['semicolons', 'Child;Note\nZoë;a b\n', 'utf-8'],
  ['tabs', 'Child\tNote\nZoë\ta b\n', 'utf-8'],
  ['the separator line of Excel', 'sep=;\r\nChild;Note\r\nZoë;a b\r\n', 'utf-8'],
  ['a mark in the middle', 'Child,Note\n\uFEFFZoë,a b\n', 'utf-8'],
  ['empty lines and rows', 'Child,Note\n\n,,\nZoë,a b\n\n', 'utf-8'],
  ['old line ends', 'Child,Note\rZoë,a b\r', 'utf-8'],
  ['quotation marks', '"Child","Note"\n"Zoë","a b"', 'utf-8'],
])('reads a file with %s', async (_, content, encoding) => {
  expect(await read(content)).toMatchObject({ encoding, rows: ROWS })
})

it('keeps line breaks, separators and doubled marks within quotation marks', async () => {
  const { rows } = await read('Child,Note\nMia,"one\ntwo, ""three"""\nBen,5\' 3" tall\n')
  expect(rows.slice(1)).toEqual([
    ['Mia', 'one\ntwo, "three"'],
    ['Ben', '5\' 3" tall'],
  ])
})

it('keeps rows of other lengths, for their own refusal', async () => {
  const { rows } = await read('Child,Note\nMia\nBen,a,b\n')
  expect(rows.slice(1)).toEqual([['Mia'], ['Ben', 'a', 'b']])
})
