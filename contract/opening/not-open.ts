import * as z from 'zod/mini'
import type { Call } from '../call.ts'
import { errorResponse } from '../errors.ts'

/** 409: families cannot book online now. */
const notOpenRefusal = z.object({
  success: z.literal(false),
  code: z.literal('not_open'),
  message: z.string(),
  /** The first day on which they can, where it is known: '2027-01-04'. */
  opensOn: z.nullable(z.string()),
})
export type NotOpen = z.infer<typeof notOpenRefusal>

type Answers = Call['answers']

/** The other 409 bodies of a call; a code and a message for calls that declare none. */
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
 * The server's declaration of a call that is also refused while families cannot book online. The
 * browser's declaration leaves this refusal out: there it fails like any other, with its message.
 */
export function whileOpen<const Declared extends Call>(call: Declared): WhileOpen<Declared> {
  const { answers } = call
  const refusal = z.union([notOpenRefusal, answers[409] ?? errorResponse])
  return { ...call, answers: { ...answers, 409: refusal } } as unknown as WhileOpen<Declared>
}
