import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, expect, it } from 'vitest'
import { makeReceiptPdf } from './receipt-pdf.ts'
import { NAMES, receiptFor } from './testing/names.ts'

/** Time limit for 210 receipts on a busy machine, in milliseconds. */
const LIMIT = 240_000

const PROGRAM = join(import.meta.dirname, 'testing', 'pdf-process.ts')

/** Renders the receipts of all names in this process, in order. */
let receipts: { name: string; pdf: Buffer }[]

beforeAll(async () => {
  receipts = []
  for (const name of NAMES) receipts.push({ name, pdf: await makeReceiptPdf(receiptFor(name)) })
}, LIMIT)

it(
  'renders the same bytes of a receipt in every process, whatever it rendered before',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, '71'])
    expect(JSON.parse(stdout)).toEqual(
      receipts.map(({ pdf }) => createHash('sha256').update(pdf).digest('hex')),
    )
  },
  LIMIT,
)

it('contains every letter of every name, for screen readers and search', async () => {
  expect(NAMES.length).toBeGreaterThanOrEqual(200)
  const wrong: string[] = []
  for (const { name, pdf } of receipts) {
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
      mergePages: true,
    })
    const words = text.normalize('NFC').replaceAll(/\s+/g, ' ')
    const isThere = [`Payer ${name} Email`, `Allergy Testing for ${name}, Dr. Ōkafor`].every(
      (part) => words.includes(part.normalize('NFC')),
    )
    if (!isThere) wrong.push(`${name}: ${words}`)
  }
  expect(wrong).toEqual([])
})
