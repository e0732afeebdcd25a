import type { Refusals } from './refusals.ts'

export interface ListedRefusal {
  status: number
  code: string
  /** With `{fact}` where the server fills in a fact. */
  text: string
}

/** The refusals as they are sent, in their order. */
export function listRefusals(refusals: Refusals): ListedRefusal[] {
  return Object.entries(refusals).map(([reason, [status, sentence, code = reason]]) => ({
    status,
    code,
    text: typeof sentence === 'string' ? sentence : sentence[1],
  }))
}
