import { queryOptions } from '@tanstack/react-query'
import { getReceipt, listAppointmentReceipts } from '#contract/payments/receipts-calls.ts'
import { requestFile } from '#web/lib/api/request.ts'
import { send } from '#web/lib/api/send.ts'
import { saveFile } from '#web/lib/save-file.ts'
import * as words from '#words/en/payments/receipt-page.ts'

/** A receipt by its number. It never changes. */
export function receiptOptions(number: string) {
  return queryOptions({
    queryKey: ['receipts', number],
    queryFn: ({ signal }) => send(getReceipt, { params: { id: number }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * The receipts of the user's payments for an appointment.
 * @param state changes whenever receipts may have changed: paid or not, booked or canceled
 */
export function receiptsOfOptions(appointmentId: string, state: string) {
  return queryOptions({
    queryKey: ['receipts', 'of', appointmentId, state],
    queryFn: ({ signal }) =>
      send(listAppointmentReceipts, { params: { id: appointmentId }, signal }),
    staleTime: 0,
  })
}

/** Saves a receipt as a PDF file. Throws `ApiError`. */
export async function saveReceipt(number: string): Promise<void> {
  const path = `/receipts/${encodeURIComponent(number)}/pdf`
  saveFile(await requestFile(path, { accept: 'application/pdf' }), words.fileName(number))
}

/** Saves the receipts of a month, '2026-06', as CSV. Throws `ApiError`. */
export async function saveMonth(month: string): Promise<void> {
  const file = await requestFile(`/receipts/months/${month}`, { accept: 'text/csv' })
  saveFile(file, `receipts-${month}.csv`)
}
