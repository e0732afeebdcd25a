import {
  type CancelRequest,
  type ChangeOptions,
  cancelResponse,
  changeOptions,
  changeRefusal,
  type MoveRequest,
  moveResponse,
} from '#contract/booking/appointment-changes.ts'
import type { ChangeAnswer } from '#machines/change/change-machine.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { request } from '#web/lib/api/request.ts'

type Change<Body> = Body & { appointmentId: string }

const pathOf = (id: string, what: string) => `/appointments/${encodeURIComponent(id)}/${what}`

/** What can be changed about an appointment; null when there is none. Throws `ApiError`. */
export async function loadOptions(appointmentId: string): Promise<ChangeOptions | null> {
  try {
    const schema = changeOptions
    return await request(pathOf(appointmentId, 'options'), { schema, auth: 'session' })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}

/** Cancels it with the refund that was shown; resolves for a refusal, too. Throws `ApiError`. */
export function cancelAppointment({ appointmentId, ...body }: Change<CancelRequest>) {
  const path = pathOf(appointmentId, 'cancel')
  const call = { method: 'POST', body, schema: cancelResponse, auth: 'session' } as const
  return explain(request(path, call))
}

/** Moves it to a free time; resolves for a refusal, too. Throws `ApiError`. */
export function moveAppointment({ appointmentId, ...body }: Change<MoveRequest>) {
  const path = pathOf(appointmentId, 'move')
  const call = { method: 'POST', body, schema: moveResponse, auth: 'session' } as const
  return explain(request(path, call))
}

/** A refusal as the machine's answer; rethrows what a retry may solve. */
async function explain(
  answer: Promise<{ options: ChangeOptions; refund?: number }>,
): Promise<ChangeAnswer> {
  try {
    return { kind: 'done', ...(await answer) }
  } catch (error) {
    const refusal = changeRefusal.safeParse(error instanceof ApiError ? error.body : undefined)
    if (refusal.success) return { kind: 'refused', ...refusal.data }
    throw error
  }
}
