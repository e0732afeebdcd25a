import { defaultRefusals } from '#contract/refusals/default-refusals.ts'
import type { CodeOf, FactsOf, Refusal, Refusals, Refusing } from '#contract/refusals/refusals.ts'
import { fill } from '#words/fill.ts'
import { HttpError, type Refused } from './http-error.ts'
import { translate } from './translate.ts'

/** The refusals that any call can have, for `refuse`. */
export const anyCall = { refusals: defaultRefusals }

/** The response to a call that is refused for this reason. */
export function refusalOf<
  const Declared extends Refusals,
  const Reason extends keyof Declared & string,
>(
  call: Refusing<Declared>,
  reason: Reason,
  ...facts: FactsOf<Declared[Reason]>
): Refused<CodeOf<Declared, Reason>> {
  const refusals: Record<Reason, Refusal> = call.refusals
  const [status, sentence, code = reason] = refusals[reason]
  const known: Readonly<Record<string, string | number>> = { ...facts[0] }
  const [field, text] = typeof sentence === 'string' ? [undefined, sentence] : sentence
  const message = fill(translate(text), known)
  const refused = { status, code: code as CodeOf<Declared, Reason>, message }
  return field === undefined ? refused : { ...refused, issues: [{ path: field, message }] }
}

/**
 * The error that refuses a call: `throw refuse(call, 'age_limit', { child, … })`. The compiler checks the
 * reason, and the facts in its sentence.
 */
export function refuse<
  const Declared extends Refusals,
  const Reason extends keyof Declared & string,
>(call: Refusing<Declared>, reason: Reason, ...facts: FactsOf<Declared[Reason]>): HttpError {
  return new HttpError(refusalOf(call, reason, ...facts))
}

/** The same for a 409 whose body has more fields. */
export function explain<
  const Declared extends Refusals,
  const Reason extends keyof Declared & string,
>(
  call: Refusing<Declared>,
  reason: Reason,
  ...facts: FactsOf<Declared[Reason]>
): Pick<Refused<CodeOf<Declared, Reason>>, 'code' | 'message'> {
  const { code, message } = refusalOf(call, reason, ...facts)
  return { code, message }
}

/**
 * 503: something that the answer needs is not available.
 * @param details the seconds after which a retry makes sense; the reason for the log
 */
export const unavailable = (details?: { retryAfter: number; cause?: unknown }): HttpError =>
  new HttpError(refusalOf(anyCall, 'unavailable'), details)
