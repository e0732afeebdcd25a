import { parentPort } from 'node:worker_threads'
import { makeReceiptPdf } from './receipt-pdf.ts'
import type { RenderAnswer, RenderTask } from './receipt-renderer.ts'

// The thread in which receipts are rendered: receipt-renderer.ts.

parentPort?.on('message', async ({ id, receipt }: RenderTask) => {
  const answer = (rest: Omit<RenderAnswer, 'id'>) => parentPort?.postMessage({ id, ...rest })
  try {
    answer({ file: await makeReceiptPdf(receipt) })
  } catch (error) {
    answer({ error: error instanceof Error ? error.message : String(error) })
  }
})
