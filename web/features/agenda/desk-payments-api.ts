import { queryOptions } from '@tanstack/react-query'
import type { IsoDate } from '#contract/dates.ts'
import { type AgendaEntry, agendaEntry } from '#contract/front-desk/agenda.ts'
import { closing, type DeskPayment, type DeskRefund } from '#contract/front-desk/desk-payments.ts'
import { request } from '#web/lib/api/request.ts'

type OfAppointment<Change> = Change & { id: string }

/** Takes the price at the desk (`POST /agenda/{id}/payment`). Throws `ApiError`. */
export function receivePayment({ id, ...body }: OfAppointment<DeskPayment>): Promise<AgendaEntry> {
  return post(`/agenda/${id}/payment`, body)
}

/** Hands the money back (`POST /agenda/{id}/refund`). Throws `ApiError`. */
export function handBack({ id, ...body }: OfAppointment<DeskRefund>): Promise<AgendaEntry> {
  return post(`/agenda/${id}/refund`, body)
}

function post(path: string, body: object): Promise<AgendaEntry> {
  return request(path, { method: 'POST', body, schema: agendaEntry, auth: 'session' })
}

/** The closing sheet of a day, for staff. */
export function closingOptions(date: IsoDate) {
  return queryOptions({
    queryKey: ['closing', date],
    queryFn: ({ signal }) =>
      request(`/closing/${date}`, { schema: closing, auth: 'session', signal }),
    staleTime: 0,
  })
}
