import type { Call } from '../call.ts'

/** For users. `{fact}` stands for what the server knows; with `beside` it is about a field. */
type Sentence = string | readonly [field: string, text: string]

/** The code is the reason's own name where it is left out. */
export type Refusal = readonly [status: number, sentence: Sentence, code?: string]

/** By reason: why a call is refused. Only the server loads them; the browser knows their types. */
export type Refusals = Readonly<Record<string, Refusal>>

/** A call with its refusals, or some that several calls share. */
export interface Refusing<Declared extends Refusals = Refusals> {
  refusals: Declared
}

/** A sentence that a form shows beside a field of the payload. */
export const beside = <const Field extends string, const Text extends string>(
  field: Field,
  text: Text,
) => [field, text] as const

/** The code of a reason. */
export type CodeOf<
  Declared extends Refusals,
  Reason extends keyof Declared = keyof Declared,
> = Reason extends string
  ? Declared[Reason] extends readonly [number, Sentence, infer Code extends string]
    ? Code
    : Reason
  : never

/** The codes of a call's own refusals, for screens: `RefusalCode<typeof moveAppointment>`. */
export type RefusalCode<Declared extends Refusing> = Declared extends unknown
  ? CodeOf<Declared['refusals']>
  : never

/** A call with its refusals: `refusing(calls.moveAppointment, { stale: [409, '…'] })`. */
export const refusing = <const Declared extends Call, const Own extends Refusals>(
  call: Declared,
  refusals: Own,
): Declared & Refusing<Own> => ({ ...call, refusals })

type TextOf<Said> = Said extends readonly [string, infer Text extends string] ? Text : Said

type FactIn<Text> = Text extends string
  ? string extends Text
    ? string
    : Text extends `${string}{${infer Fact}}${infer Rest}`
      ? Fact | FactIn<Rest>
      : never
  : never

/** What the server has to say with a refusal: the facts in its sentence. */
export type FactsOf<Refused extends Refusal> = [FactIn<TextOf<Refused[1]>>] extends [never]
  ? []
  : [facts: Record<FactIn<TextOf<Refused[1]>>, string | number>]
