import type * as z from 'zod/mini'
import {
  addressOf,
  type Call,
  type CallAnswer,
  type CallFor,
  type CallInput,
  type CallParts,
} from '#contract/call.ts'
import { TOTAL_COUNT } from '#contract/paging.ts'
import { ApiError } from './api-error.ts'
import { request, requestCounted } from './request.ts'

type Parts = CallParts & { signal?: AbortSignal | undefined }

/**
 * Makes a call, with the session's token if it needs a user:
 * `send(changeTreatment, { params: { id }, body })`. Throws `ApiError`, like `request`.
 */
export function send<Declared extends Call>(
  call: Declared,
  input: CallInput<Declared> & { signal?: AbortSignal },
): Promise<CallAnswer<Declared>> {
  const parts: Parts = input
  const answer = request(addressOf(call, parts), optionsOf(call, parts))
  return answer as Promise<CallAnswer<Declared>>
}

/** A call whose refusal (409) has more fields than a message. */
type Refusable = Call & { answers: { 409: NonNullable<Call['answers'][409]> } }

/** Like `send`; resolves with a refusal (409), too. */
export function sendOrRefusal<Declared extends Refusable>(
  call: Declared,
  input: CallInput<Declared> & { signal?: AbortSignal },
): Promise<CallAnswer<Declared> | z.output<Declared['answers'][409]>> {
  return orRefusal(send(call, input), call.answers[409]) as ReturnType<
    typeof sendOrRefusal<Declared>
  >
}

/** Resolves with the answer, or with the refusal (409) that the schema describes. Throws `ApiError`. */
export async function orRefusal<Answer, Refusal>(
  answer: Promise<Answer>,
  schema: z.ZodMiniType<Refusal>,
): Promise<Answer | Refusal> {
  try {
    return await answer
  } catch (error) {
    const refusal = schema.safeParse(error instanceof ApiError ? error.body : undefined)
    if (refusal.success) return refusal.data
    throw error
  }
}

/** Like `send`, with the numbers in the response headers `countIn`; 0 for a missing header. */
export async function sendCounted<Declared extends Call, const Headers extends readonly string[]>(
  call: Declared,
  { countIn, ...input }: CallInput<Declared> & { signal?: AbortSignal; countIn: Headers },
): Promise<{ body: CallAnswer<Declared>; counts: { [Index in keyof Headers]: number } }> {
  const parts: Parts = input
  const answer = requestCounted(addressOf(call, parts), { ...optionsOf(call, parts), countIn })
  return answer as Promise<Awaited<typeof answer> & { body: CallAnswer<Declared> }>
}

/** Like `send`, with filters as texts from the address, which the server validates. */
export function sendQuery<Body>(
  call: CallFor<Body>,
  input: Pick<Parts, 'query' | 'signal'>,
): Promise<Body> {
  return request(addressOf(call, input), { ...optionsOf(call, input), schema: call.answers[200] })
}

/** Like `send`, for a page of a list, with the number of items on all pages. */
export async function sendForPage<Item, Declared extends CallFor<Item[]>>(
  call: Declared & CallFor<Item[]>,
  input: CallInput<Declared> & { signal?: AbortSignal },
): Promise<{ items: Item[]; total: number }> {
  const parts: Parts = input
  const options = { ...optionsOf(call, parts), schema: call.answers[200] }
  const answer = await requestCounted(addressOf(call, parts), {
    ...options,
    countIn: [TOTAL_COUNT],
  })
  return { items: answer.body, total: answer.counts[0] }
}

function optionsOf({ path, method, access, answers }: Call, { body, signal }: Parts) {
  const schema = answers[200] ?? answers[201] ?? answers[202]
  if (!schema) throw new Error(`${path} declares no answer.`)
  return {
    method,
    schema,
    ...(access !== 'everyone' && { auth: 'session' as const }),
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  }
}
