import * as z from 'zod/mini'
import type { Call } from '../call.ts'
import { errorResponse } from '../errors.ts'

/** The body of 409: families cannot book online now. */
const notOpenRefusal = z.object({
  success: z.literal(false),
  code: z.literal('not_open'),
  message: z.string(),
  /** The first day on which they can, where it is known: '2027-01-04'. */
  opensOn: z.nullable(z.string()),
})
export type NotOpen = z.infer<typeof notOpenRefusal>

type Answers = Call['answers']

/** What a call answers with 409 besides; of calls that declare nothing, a code and a message. */
type OtherRefusal<Declared extends Answers> = Declared extends {
  409: infer Own extends z.ZodMiniType
}
  ? Own
  : typeof errorResponse

type WhileOpen<Declared extends Call> = Omit<Declared, 'answers'> & {
  answers: Omit<Declared['answers'], 409> & {
    409: z.ZodMiniUnion<[typeof notOpenRefusal, OtherRefusal<Declared['answers']>]>
  }
}

/**
 * A call as the server has it, which is also refused while families cannot book online. The browser's knows nothing
 * of it: such a refusal fails there like any other, with its message.
 */
export function whileOpen<const Declared extends Call>(call: Declared): WhileOpen<Declared> {
  const { answers } = call
  const refusal = z.union([notOpenRefusal, answers[409] ?? errorResponse])
  return { ...call, answers: { ...answers, 409: refusal } } as unknown as WhileOpen<Declared>
}
