import { setImmediate as nextTurn } from 'node:timers/promises'
import { lastDayOfMonth } from 'date-fns/lastDayOfMonth'
import { z } from 'zod'
import { dayAfter, fromIsoDate, type IsoDate, toIsoDate } from '#contract/dates.ts'
import * as calls from '#contract/payments/payments-refusals.ts'
import {
  receiptMonthParams,
  receiptParams,
  receiptPlace,
  toReceipt,
} from '#contract/payments/receipts.ts'
import { listDocumentsOfDays, payersOf } from '#domain/receipts/read-receipts.ts'
import { createReceiptRenderer } from '#domain/receipts/receipt-renderer.ts'
import { makeReceiptsCsv } from '#domain/receipts/receipts-csv.ts'
import { payerOf } from '#drizzle/queries/payments/payer.ts'
import { findReceipt, type ReceiptOfPayment } from '#drizzle/queries/payments/receipts.ts'
import { refuse } from '#server/http/refuse.ts'
import { ERRORS, handle, NEEDS_SESSION, type Routes } from '#server/http/route.ts'
import type { Caller } from '#server/plugins/authentication.ts'
import { recordView } from '../record-view.ts'

/** Receipts, for their payers and for the clinic. */
export const receiptRoutes: Routes = (app, services) => {
  const { db, env } = services
  const { timeZone } = env.clinic
  const renderer = createReceiptRenderer()
  app.addHook('onClose', renderer.close)

  handle(app, calls.getReceipt, async ({ user, params }) => toReceipt(await show(user, params.id)))

  app.get(
    '/receipts/:id/pdf',
    {
      config: calls.noReceipt,
      preValidation: [
        app.requireUser,
        app.limitTo({ name: 'receipt-pdf', perMinute: 60, per: 'user' }),
      ],
      schema: {
        operationId: 'getReceiptPdf',
        tags: ['receipts'],
        summary: 'Download a receipt as a PDF file',
        security: NEEDS_SESSION,
        params: receiptParams,
        produces: ['application/pdf'],
        response: { 200: z.instanceof(Buffer), ...ERRORS },
      },
    },
    async ({ user, params: { id } }, reply) => {
      const document = await show(user, id)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="receipt-${id}.pdf"`)
        .send(await renderer.render(toReceipt(document)))
    },
  )

  app.get(
    '/receipts/months/:month',
    {
      preValidation: app.requireAdmin,
      schema: {
        operationId: 'getReceiptsOfMonth',
        tags: ['receipts'],
        summary: 'Download a month’s receipts as CSV, for admins',
        security: NEEDS_SESSION,
        params: receiptMonthParams,
        produces: ['text/csv'],
        response: { 200: z.string(), ...ERRORS },
      },
    },
    async ({ user, params: { month } }, reply) => {
      const [first, last] = daysOf(month)
      let csv = makeReceiptsCsv([])
      // A day at a time: other requests would wait for a whole month.
      for (let day = first; day <= last; day = dayAfter(day)) {
        const rows = listDocumentsOfDays(db, [day, day], timeZone)
        await recordView(services, user, payersOf(rows), 'receipts')
        csv += makeReceiptsCsv(rows, { isContinued: true })
        await nextTurn()
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="receipts-${month}.csv"`)
        .send(csv)
    },
  )

  /** 404 for others, because the existence of a receipt is private. */
  async function show(user: Caller, id: string) {
    const found = findReceipt(db, receiptPlace(id))
    if (!found || !maySee(user, found)) {
      throw refuse(calls.noReceipt, 'not_found')
    }
    await recordView(services, user, payersOf([found]), 'receipts')
    return found.receipt.document
  }

  /** The payer and admins; staff only for payments at the desk. */
  function maySee({ uid, effectiveRole }: Caller, { payment }: ReceiptOfPayment): boolean {
    if (payerOf(db, payment.id) === uid || effectiveRole === 'admin') return true
    return effectiveRole === 'staff' && payment.method !== 'card'
  }
}

/** The first and the last day of a month: '2026-02'. */
function daysOf(month: string): [IsoDate, IsoDate] {
  const first = `${month}-01`
  return [first, toIsoDate(lastDayOfMonth(fromIsoDate(first)))]
}
