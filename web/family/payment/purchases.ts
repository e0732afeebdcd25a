import type { QueryClient } from '@tanstack/react-query'
import { isOwed } from '#contract/booking/appointment-status.ts'
import type { Appointment } from '#contract/booking/appointments.ts'
import { sumOfPrices } from '#contract/money.ts'
import type {
  Bill,
  Payable,
  PreparedIntent,
  Settlement,
} from '#machines/payment/payment-machine.ts'
import { appointmentOptions, appointmentsOptions } from '#web/both/appointments/appointments-api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { createBillIntent, createPaymentIntent, settleBill, settlePayment } from './payments-api.ts'

/** The payment machine's questions to the server about the appointment or bill. */
export interface Purchase {
  /** Null when there is no such appointment, or it belongs to another patient. */
  load(ids: readonly string[]): Promise<Payable | null>
  prepare(shown: { appointmentIds: readonly string[]; price: number }): Promise<PreparedIntent>
  settle(payment: { appointmentIds: readonly string[]; transactionId: string }): Promise<Settlement>
}

/** Paying for one appointment. */
export function appointmentPurchase(queries: QueryClient): Purchase {
  return {
    load: ([id = '']) => loadAppointment(queries, id),
    prepare: ({ appointmentIds: [appointment = ''], price }) =>
      createPaymentIntent({ appointment, price }),
    async settle({ appointmentIds, transactionId }) {
      const [appointment = ''] = appointmentIds
      const settlement = await settlePayment({ appointment, transactionId })
      recordSettlement(queries, appointmentIds, settlement)
      return settlement
    },
  }
}

/** Paying for several appointments together. */
export function billPurchase(queries: QueryClient): Purchase {
  let bill: Bill | null = null
  return {
    async load(ids) {
      const found = await Promise.all(ids.map((id) => loadAppointment(queries, id)))
      const appointments = found.filter((appointment) => appointment !== null)
      bill = appointments.length === found.length ? billOf(appointments) : null
      return bill
    },
    prepare: () => createBillIntent(bill?.appointments ?? []),
    async settle({ transactionId }) {
      const settlement = await settleBill(transactionId)
      const ids = bill?.appointments.map(({ _id }) => _id) ?? []
      recordSettlement(queries, ids, settlement)
      return settlement
    },
  }
}

/** The sum that is left to pay of the appointments. */
function billOf(appointments: readonly Appointment[]): Bill | null {
  const [first] = appointments
  if (!first) return null
  const { patientName, email } = first
  const open = appointments.filter(isOwed)
  const paid = appointments.filter((appointment) => appointment.paid)
  const listed = open.length > 0 ? open : appointments
  return {
    appointments: listed,
    price: sumOfPrices(open.length > 0 ? open : paid),
    paid: open.length === 0 && paid.length > 0,
    status: open.length === 0 && paid.length === 0 ? 'cancelled' : 'booked',
    patientName,
    email,
    transactionId: paid[0]?.transactionId,
  }
}

async function loadAppointment(queries: QueryClient, id: string): Promise<Appointment | null> {
  try {
    // Always refetched: it may have been paid since.
    const found = await queries.query({ ...appointmentOptions(id), staleTime: 0 })
    // It was paid or canceled in another tab or at the desk.
    if (found.paid || found.status !== 'booked') void queries.invalidateQueries({ queryKey: BILLS })
    return found
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The key of the bills that are shown; they follow their payments. */
export const BILLS = ['bills']

/** Whether there is no such appointment for the user. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

function recordSettlement(
  queries: QueryClient,
  ids: readonly string[],
  settlement: Settlement,
): void {
  void queries.invalidateQueries({ queryKey: BILLS })
  for (const id of ids) {
    const { queryKey } = appointmentOptions(id)
    const known = queries.getQueryData(queryKey)
    if (settlement.kind === 'paid') {
      const { transactionId } = settlement
      queries.setQueryData(queryKey, known && { ...known, paid: true, transactionId })
    }
    if (settlement.kind !== 'processing' && known) {
      void queries.invalidateQueries({ queryKey: appointmentsOptions(known.patient).queryKey })
    }
  }
}
