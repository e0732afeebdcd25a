import * as z from 'zod/mini'
import * as openingWords from '#words/en/visits/opening.ts'
import type { Words } from '#words/every-language.ts'
import type { IsoDate } from '../dates.ts'
import { errorResponse } from '../errors.ts'
import { type Formats, formats } from '../formats/formats.ts'
import { unconfirmedFact } from '../site/fact-names.ts'
import { requiredLine } from '../text.ts'
import { plannedDate } from '../wire-date.ts'

// Whether families can book online: docs/requirements.md#opening.

export const OPEN_STATES = ['preparing', 'opens', 'open', 'paused'] as const
export type OpenState = (typeof OPEN_STATES)[number]

/** Whether the site is open. `from`: the first day of `opens`; `reason`: of `paused`. */
export interface Opening {
  state: OpenState
  from: IsoDate | null
  reason: string | null
}

/** The state on a day: a site that opens on a date is open from that day on. */
export function stateOn({ state, from }: Opening, today: IsoDate): OpenState {
  return state === 'opens' && from !== null && from <= today ? 'open' : state
}

/** The words and formats of the site's language, unless the server passes another's. */
const OWN: { words: Words['opening']; formats: Formats } = { words: openingWords, formats }

/** Why families cannot book online on a day; undefined while they can. Without a period. */
export function whyNotOpen(opening: Opening, today: IsoDate, own = OWN): string | undefined {
  const { from, reason } = opening
  switch (stateOn(opening, today)) {
    case 'open':
      return undefined
    case 'opens':
      return own.words.opensOn(own.formats.weekday(from ?? today))
    case 'paused':
      // The admin may have typed a period at the end.
      return own.words.paused(reason?.replace(/\.$/, '') ?? '')
    default:
      return own.words.notOpenYet
  }
}

/** Sample data of a new site, which is not the clinic's own. */
const sample = z.object({
  kind: z.enum(['treatment', 'doctor', 'detail']),
  /** The name of a treatment or doctor, or the label of a detail. */
  name: z.string(),
})
export type Sample = z.infer<typeof sample>

/** `GET /opening`, and the answer to a change. */
export const openingState = z.object({
  state: z.enum(OPEN_STATES),
  from: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Grows with each change. */
  version: z.int(),
  /** While there are any, the site cannot open. */
  samples: z.array(sample),
  /** Whether the Notice of Privacy Practices is published. The site can open without it. */
  hasNotice: z.boolean(),
  /** Claims that no admin has confirmed. While there are any, the site cannot open. */
  facts: z.array(unconfirmedFact),
})
export type OpeningState = z.infer<typeof openingState>

/** `POST /opening`; `version`: the one that the admin saw. */
export const openingChange = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('open'), version: z.int() }),
  z.strictObject({ state: z.literal('opens'), from: plannedDate, version: z.int() }),
  z.strictObject({
    state: z.literal('paused'),
    /** Shown to families. */
    reason: requiredLine('Reason', 200),
    version: z.int(),
  }),
])
export type OpeningChange = z.output<typeof openingChange>

/** 409: `current` is what it is now; `closed_day`: the next open day. */
export const openingRefusal = z.object({
  ...errorResponse.shape,
  current: z.optional(openingState),
  next: z.optional(z.string()),
})
export type OpeningRefusal = z.infer<typeof openingRefusal>
