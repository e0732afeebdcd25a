import { fill } from '#words/fill.ts'
import type { Call } from '../call.ts'

/** The sentence for users. `{fact}` is filled in by the server; with `beside` it belongs to a form field. */
type Sentence = string | readonly [field: string, text: string]

/** Without a code, the reason is the code. */
export type Refusal = readonly [status: number, sentence: Sentence, code?: string]

/** Why a call is refused, by reason. Only the server loads the sentences; the browser uses the types. */
export type Refusals = Readonly<Record<string, Refusal>>

/** A call with its refusals; also a set of refusals that several calls share. */
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

/** Adds refusals to a call: `refusing(calls.moveAppointment, { stale: [409, '…'] })`. */
export const refusing = <const Declared extends Call, const Own extends Refusals>(
  call: Declared,
  refusals: Own,
): Declared & Refusing<Own> => ({ ...call, refusals })

/** The same text without the facts that are filled in. */
type Stated<Text extends string, Facts> = Text extends `${infer Before}{${infer Fact}}${infer Rest}`
  ? Fact extends keyof Facts
    ? `${Before}${string & Facts[Fact]}${Stated<Rest, Facts>}`
    : `${Before}{${Fact}}${Stated<Rest, Facts>}`
  : Text

/** Fills in facts that are always the same: `stating('{child} is {adult} or older.', { adult: 18 })`. */
export const stating = <
  const Text extends string,
  const Facts extends Readonly<Record<string, string | number>>,
>(
  text: Text,
  facts: Facts,
) => fill(text, facts) as Stated<Text, { [Fact in keyof Facts]: `${Facts[Fact]}` }>

type TextOf<Said> = Said extends readonly [string, infer Text extends string] ? Text : Said

type FactIn<Text> = Text extends string
  ? string extends Text
    ? string
    : Text extends `${string}{${infer Fact}}${infer Rest}`
      ? Fact | FactIn<Rest>
      : never
  : never

/** The facts that the server has to pass with a refusal, for its sentence. */
export type FactsOf<Refused extends Refusal> = [FactIn<TextOf<Refused[1]>>] extends [never]
  ? []
  : [facts: Record<FactIn<TextOf<Refused[1]>>, string | number>]
