import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { makeReceiptPdf } from './receipt-pdf.ts'
import { NAMES, receiptFor } from './testing/names.ts'

const PROGRAM = join(import.meta.dirname, 'testing', 'pdf-process.ts')
const LIMIT_MS = 180_000

it(
  'makes the same bytes of a receipt in every process, whatever it made before',
  async () => {
    const run = promisify(execFile)
    const outputs = await Promise.all(
      [0, 71, 142].map((first) => run(process.execPath, [PROGRAM, String(first)])),
    )
    const [first, ...others] = outputs.map(({ stdout }) => JSON.parse(stdout) as string[])
    expect(first).toHaveLength(NAMES.length)
    for (const digests of others) expect(digests).toEqual(first)
  },
  LIMIT_MS,
)

it(
  'has every letter of every name for screen readers and searches',
  async () => {
    expect(NAMES.length).toBeGreaterThanOrEqual(200)
    const wrong: string[] = []
    for (const name of NAMES) {
      const document = await getDocumentProxy(
        new Uint8Array(await makeReceiptPdf(receiptFor(name))),
      )
      const { text } = await extractText(document, { mergePages: true })
      const words = text.normalize('NFC').replaceAll(/\s+/g, ' ')
      const isThere = [`Payer ${name} Email`, `Allergy Testing for ${name}, Dr. Ōkafor`].every(
        (part) => words.includes(part.normalize('NFC')),
      )
      if (!isThere) wrong.push(`${name}: ${words}`)
    }
    expect(wrong).toEqual([])
  },
  LIMIT_MS,
)
