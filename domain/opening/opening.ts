import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { ClinicSettings } from '#contract/clinic/clinic-settings.ts'
import { dayAfter, daysFrom, type IsoDate } from '#contract/dates.ts'
import {
  type OpeningChange,
  type OpeningState,
  type OpenState,
  type Sample,
  stateOn,
  whyNotOpen,
} from '#contract/opening/opening.ts'
import type { UnconfirmedFact } from '#contract/site/fact-names.ts'
import { currentSchedule, findObstacle } from '#domain/availability/schedule.ts'
import type { ProviderSettings } from '#domain/config/env.ts'
import type { Authorship } from '#domain/context.ts'
import { hasNotice } from '#domain/legal/legal-pages.ts'
import { listUnconfirmed } from '#domain/site/site.ts'
import type { Speech } from '#domain/speech.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { readOpening, storeOpening } from '#drizzle/queries/schedule/opening.ts'
import { listSamples } from './samples.ts'

// Whether families can book online: docs/requirements.md#opening.

/** Why families cannot book now, and the first day on which they can; undefined while they can. */
export function findNotOpen(
  db: Database,
  { today }: Pick<ClinicMoment, 'today'>,
  { words, formats }: Speech,
): { why: string; opensOn: IsoDate | null } | undefined {
  const { opening } = currentSchedule(db)
  const why = whyNotOpen(opening, today, { words: words.opening, formats })
  if (why === undefined) return undefined
  return { why, opensOn: opening.state === 'opens' ? opening.from : null }
}

/** The state of the site on a day, for admins. */
export function readOpeningState(
  db: Database,
  { today, settings, env }: { today: IsoDate; settings: ClinicSettings; env: ProviderSettings },
): OpeningState {
  const stored = readOpening(db)
  const state = stateOn(stored, today)
  // Once a site has opened, its date no longer matters.
  const from = state === 'opens' ? stored.from : null
  const samples = isNew(state) ? listSamples(db, settings) : []
  const facts = isNew(state) ? listUnconfirmed(db, env) : []
  return { ...stored, state, from, samples, facts, hasNotice: hasNotice(db) }
}

/** Whether a site in that state has never been open. */
const isNew = (state: OpenState) => state === 'preparing' || state === 'opens'

type OpeningOutcome =
  | { outcome: 'changed' | 'unchanged' | 'stale' | 'not_possible' | 'past' | 'closed_for_long' }
  | { outcome: 'samples'; samples: Sample[] }
  | { outcome: 'facts'; facts: UnconfirmedFact[] }
  | { outcome: 'closed_day'; next: IsoDate }

/**
 * Opens online booking, now or on a day, or pauses it. A repeated call that changes nothing
 * succeeds with any version.
 */
export function changeOpening(
  db: Transaction,
  { version: seen, ...wanted }: OpeningChange,
  { settings, env }: { settings: ClinicSettings; env: ProviderSettings },
  { actor, now, moment }: Authorship,
): OpeningOutcome {
  const { today } = moment
  const before = readOpening(db)
  const next = {
    state: wanted.state,
    from: wanted.state === 'opens' ? wanted.from : null,
    reason: wanted.state === 'paused' ? wanted.reason : null,
  }
  const present = stateOn(before, today)
  const isSame = next.state === present && (present === 'open' || isEqual(next, before))
  if (isSame) return { outcome: 'unchanged' }
  if (before.version !== seen) return { outcome: 'stale' }
  // A site opens once; after that it can only be paused and resumed.
  if (isNew(present) ? next.state === 'paused' : next.state === 'opens') {
    return { outcome: 'not_possible' }
  }
  const samples = isNew(present) ? listSamples(db, settings) : []
  if (samples.length > 0) return { outcome: 'samples', samples }
  const facts = isNew(present) ? listUnconfirmed(db, env) : []
  if (facts.length > 0) return { outcome: 'facts', facts }
  if (next.from !== null) {
    if (next.from < today) return { outcome: 'past' }
    const open = findOpenDay(db, next.from, moment)
    if (open === undefined) return { outcome: 'closed_for_long' }
    if (open !== next.from) return { outcome: 'closed_day', next: open }
  }
  if (!storeOpening(db, next, seen)) return { outcome: 'stale' }
  const event = { actor, subject: 'clinic' }
  if (!isNew(present)) {
    const kind = next.state === 'paused' ? 'clinic.paused' : 'clinic.resumed'
    appendEvent(db, { kind, ...event }, now)
  } else {
    const data = next.from === null ? {} : { from: next.from }
    appendEvent(db, { kind: 'clinic.opened', ...event, data }, now)
  }
  return { outcome: 'changed' }
}

const isEqual = (one: { from: string | null; reason: string | null }, other: typeof one) =>
  one.from === other.from && one.reason === other.reason

/** The clinic's first working day from a day on; undefined if there is none within a year. */
function findOpenDay(db: Database, from: IsoDate, moment: ClinicMoment): IsoDate | undefined {
  const schedule = currentSchedule(db)
  // Independent of how far ahead families can book.
  const lastDay = dayAfter(from, DAYS_OF_YEAR)
  return daysFrom(from, lastDay).find(
    (date) => findObstacle(schedule, date, { ...moment, lastDay }) === undefined,
  )
}

const DAYS_OF_YEAR = 366
