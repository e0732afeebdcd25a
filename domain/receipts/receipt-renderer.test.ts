import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { CREDIT_NOTE } from '#contract/payments/receipt-example.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { makeReceiptPdf } from './receipt-pdf.ts'
import { createReceiptRenderer } from './receipt-renderer.ts'

function renderer(options: Parameters<typeof createReceiptRenderer>[0] = {}) {
  const created = createReceiptRenderer(options)
  onTestFinished(created.close)
  return created
}

/** Writes a program for the thread. */
function programOf(code: string): string {
  const program = join(temporaryFolder(), 'program.mjs')
  writeFileSync(program, `import { parentPort } from 'node:worker_threads'\n${code}`)
  return program
}

it('renders concurrent receipts with the same bytes as this thread', async () => {
  const { render } = renderer()
  const other = { ...CREDIT_NOTE, number: '2027-000003' }
  const files = await Promise.all([CREDIT_NOTE, other, CREDIT_NOTE].map(render))
  const expected = await Promise.all([CREDIT_NOTE, other, CREDIT_NOTE].map(makeReceiptPdf))
  expect(files.map((file, index) => file.equals(expected[index] as Buffer))).toEqual([
    true,
    true,
    true,
  ])
})

it('reports why a receipt could not be rendered', async () => {
  const program = programOf(
    "parentPort.on('message', ({ id }) => parentPort.postMessage({ id, error: 'no font' }))",
  )
  await expect(renderer({ program }).render(CREDIT_NOTE)).rejects.toThrow(/no font/)
})

it('fails waiting receipts if the thread dies, and starts another thread for the next one', async () => {
  const program = programOf("parentPort.on('message', () => process.exit(1))")
  const { render } = renderer({ program })
  const both = await Promise.allSettled([render(CREDIT_NOTE), render(CREDIT_NOTE)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(render(CREDIT_NOTE)).rejects.toThrow('has ended')
})

it('starts again after it was idle', async () => {
  const { render } = renderer({ idleMs: 0 })
  expect((await render(CREDIT_NOTE)).length).toBeGreaterThan(0)
  await new Promise((resolve) => setImmediate(resolve))
  expect((await render(CREDIT_NOTE)).length).toBeGreaterThan(0)
})
