import { v7 as uuidv7 } from 'uuid'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { FamilyChange } from '#contract/families/families.ts'
import type { Transaction } from '#drizzle/client.ts'
import { replaceEmailedClaim } from '#drizzle/queries/claims/claims.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import {
  correctDeskFamily,
  deleteDeskFamily,
  findDeskFamily,
  findFamily,
  insertDeskFamily,
  setDeskLanguage,
} from '#drizzle/queries/front-desk/families.ts'
import { findLiveLink, moveLink } from '#drizzle/queries/front-desk/family-links.ts'
import { recordFormerPerson } from '#drizzle/queries/identity/users.ts'
import { findLastEmailChange } from '#drizzle/queries/identity-changes.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'
import { releaseHeld } from '#drizzle/queries/notifications/unreachable.ts'
import { type Language, toStored } from '#words/languages.ts'

/** A family to add; `importId`: the import that it comes from. */
interface AddedFamily {
  name: string
  phone: string
  email?: string | undefined
  language?: Language | undefined
  importId?: string
}

/**
 * Adds a family without an account.
 * @returns its id
 */
export function addFamily(
  db: Transaction,
  { email, language = 'en', ...family }: AddedFamily,
  { actor, now }: ChangedBy,
): string {
  const id = uuidv7()
  const added = { createdBy: actor, createdAt: now }
  insertDeskFamily(db, {
    id,
    ...family,
    email: email || null,
    language: toStored(language),
    ...added,
  })
  appendEvent(db, { kind: 'family.added', actor, subject: id }, now)
  return id
}

/** `has_account`: name and email come from the account. */
type KnownOutcome = 'done' | 'not_found' | 'has_account'

/**
 * Changes name, phone, email and language of a family without an account, also for its upcoming appointments, and
 * emails the old and the new address.
 * @param moment at the clinic
 */
export function changeFamily(
  db: Transaction,
  { id, email, language, seen, ...change }: FamilyChange & { id: string },
  { actor, now, moment }: ChangedBy & { moment: ClinicMoment },
): { outcome: KnownOutcome | 'stale' } {
  const family = findFamily(db, id)
  if (!family) return { outcome: 'not_found' }
  if (family.deskFamilyId === null) return { outcome: 'has_account' }
  const known = findDeskFamily(db, id)
  const isSeen =
    known?.name === seen.name &&
    known.phone === seen.phone &&
    known.email === seen.email &&
    (!seen.language || toStored(seen.language) === known.language)
  if (!isSeen) return { outcome: 'stale' }
  const details = { ...change, email: email || null }
  const fields = correctDeskFamily(db, known, details, { actor, now, moment })
  if (language) setDeskLanguage(db, id, toStored(language))
  appendEvent(db, { kind: 'family.changed', actor, subject: id }, now)
  if (fields.includes('email')) {
    const pending = findLiveLink(db, id)
    if (pending) moveLink(db, { id: pending.id, from: 'proposed' }, { state: 'replaced' })
    replaceEmailedClaim(db, id, now)
    releaseHeld(db, id, now)
    tellAddresses(db, id, { old: known.email, new: details.email }, now)
  }
  return { outcome: 'done' }
}

/** Emails the address that a family had, and the one that it has now. */
function tellAddresses(
  db: Transaction,
  deskFamilyId: string,
  addresses: Record<'old' | 'new', string | null>,
  now: Date,
): void {
  const changeId = findLastEmailChange(db, deskFamilyId)?.id ?? ''
  for (const to of ['old', 'new'] as const) {
    const recipient = addresses[to]
    if (recipient === null) continue
    const whose = { uid: null, deskFamilyId, recipient, dueAt: now }
    const dedupeKey = `family_email_changed:${changeId}:${to}`
    const data = { changeId, to }
    addNotification(db, { kind: 'family_email_changed', ...whose, dedupeKey, data }, now)
  }
}

/**
 * Removes a family without an account that has never had an appointment:
 * docs/requirements.md#families.
 */
export function removeFamily(
  db: Transaction,
  id: string,
  { actor, now }: ChangedBy,
): { outcome: KnownOutcome | 'has_appointments' } {
  const family = findFamily(db, id)
  if (!family) return { outcome: 'not_found' }
  if (family.deskFamilyId === null) return { outcome: 'has_account' }
  if (!deleteDeskFamily(db, id)) return { outcome: 'has_appointments' }
  recordFormerPerson(db, { id, name: family.name, removedAt: now })
  appendEvent(db, { kind: 'family.removed', actor, subject: id }, now)
  return { outcome: 'done' }
}
