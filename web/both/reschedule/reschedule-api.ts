import type {
  CancelRequest,
  ChangeOptions,
  ChangeRefusal,
  MoveRequest,
} from '#contract/booking/appointment-changes.ts'
import * as calls from '#contract/booking/appointment-changes-calls.ts'
import type { ChangeAnswer } from '#machines/reschedule/reschedule-machine.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { send, sendOrRefusal } from '#web/lib/api/send.ts'

type Change<Body> = Body & { appointmentId: string }

/** The possible changes of an appointment; null when it does not exist. Throws `ApiError`. */
export async function loadOptions(appointmentId: string): Promise<ChangeOptions | null> {
  try {
    return await send(calls.getChangeOptions, { params: { id: appointmentId } })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}

/** Cancels it with the refund on the screen; resolves for a refusal, too. Throws `ApiError`. */
export async function cancelAppointment({ appointmentId, ...body }: Change<CancelRequest>) {
  const params = { id: appointmentId }
  return answerOf(await sendOrRefusal(calls.cancelAppointment, { params, body }))
}

/** Moves it to a free time; resolves for a refusal, too. Throws `ApiError`. */
export async function moveAppointment({ appointmentId, ...body }: Change<MoveRequest>) {
  const params = { id: appointmentId }
  return answerOf(await sendOrRefusal(calls.moveAppointment, { params, body }))
}

interface Changed {
  options: ChangeOptions
  refund?: number
}

/** The server's answer in the machine's form. */
function answerOf(answer: Changed | ChangeRefusal): ChangeAnswer {
  if (!('code' in answer)) return { kind: 'done', ...answer }
  const { code } = answer
  return { kind: 'refused', ...answer, code: code === 'held' ? 'slot_taken' : code }
}
