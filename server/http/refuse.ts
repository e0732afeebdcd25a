import { defaultRefusals } from '#contract/refusals/default-refusals.ts'
import type { CodeOf, FactsOf, Refusal, Refusals, Refusing } from '#contract/refusals/refusals.ts'
import { HttpError, type Refused } from './http-error.ts'

/** What any call can be refused with, for `refuse`. */
export const anyCall = { refusals: defaultRefusals }

/** The response to a call that is refused for that reason. */
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
  const message = text.replaceAll(/\{(\w+)\}/g, (_, fact: string) => String(known[fact]))
  const refused = { status, code: code as CodeOf<Declared, Reason>, message }
  return field === undefined ? refused : { ...refused, issues: [{ path: field, message }] }
}

/**
 * The error with which a call is refused: `throw refuse(call, 'age_limit', { child, … })`. The compiler
 * knows the reasons that the call declares, and the facts in their sentences.
 */
export function refuse<
  const Declared extends Refusals,
  const Reason extends keyof Declared & string,
>(call: Refusing<Declared>, reason: Reason, ...facts: FactsOf<Declared[Reason]>): HttpError {
  return new HttpError(refusalOf(call, reason, ...facts))
}

/** The same for a body (409) that says more. */
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
 * 503: what the answer needs does not work at the moment.
 * @param details the seconds after which a retry makes sense; for the log, why
 */
export const unavailable = (details?: { retryAfter: number; cause?: unknown }): HttpError =>
  new HttpError(refusalOf(anyCall, 'unavailable'), details)
