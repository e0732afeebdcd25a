import { createHash } from 'node:crypto'
import { makeReceiptPdf } from '../receipt-pdf.ts'
import { NAMES, receiptFor } from './names.ts'

// Renders a receipt for each name, starting with the name FIRST, and prints the files' digests in the order
// of the names: `node pdf-process.ts FIRST`.

const first = Number(process.argv[2] ?? 0)
const digests: string[] = []
for (let step = 0; step < NAMES.length; step += 1) {
  const index = (first + step) % NAMES.length
  const file = await makeReceiptPdf(receiptFor(NAMES[index] ?? ''))
  digests[index] = createHash('sha256').update(file).digest('hex')
}
process.stdout.write(JSON.stringify(digests))
