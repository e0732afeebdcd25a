import type { Call, CallAnswer, CallInput } from '#contract/call.ts'
import { request } from './request.ts'

/** Each part as `CallInput` has checked it. */
interface Parts {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

/**
 * Makes a call, as its user if it needs one: `send(changeTreatment, { params: { id }, body })`.
 * Throws `ApiError`, as `request` does.
 */
export function send<Declared extends Call>(
  call: Declared,
  input: CallInput<Declared> & { signal?: AbortSignal },
): Promise<CallAnswer<Declared>> {
  const { body, signal } = input as Parts & typeof input
  const { method, access } = call
  return request(addressOf(call, input as Parts), {
    method,
    schema: answerOf(call),
    auth: access === 'everyone' ? undefined : 'session',
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  }) as Promise<CallAnswer<Declared>>
}

/** The address of a call: its path with the parameters in it, and its query. */
function addressOf({ path }: Call, { params = {}, query = {} }: Parts): string {
  const named = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length > 0 ? `${named}?${new URLSearchParams(given)}` : named
}

function answerOf({ path, answers }: Call) {
  const answer = answers[200] ?? answers[201] ?? answers[202]
  if (!answer) throw new Error(`${path} declares no answer.`)
  return answer
}
