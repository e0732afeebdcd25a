import { v7 as uuidv7 } from 'uuid'
import { type AlertChange, MOST_ALERTS, type NewAlert } from '#contract/front-desk/alerts.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import {
  type AlertRow,
  alertsOf,
  insertAlert,
  listAlertVersions,
} from '#drizzle/queries/front-desk/alerts.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'

/** A child's alerts and their history; undefined when the child does not exist. */
export function readAlerts(
  db: Database,
  childId: string,
): { alerts: AlertRow[]; history: AlertRow[] } | undefined {
  if (!findChild(db, childId)) return undefined
  return {
    alerts: alertsOf(db, [childId]).get(childId) ?? [],
    history: listAlertVersions(db, childId),
  }
}

type AlertOutcome =
  | { outcome: 'written' | 'stale'; alert: AlertRow }
  | { outcome: 'not_found' | 'too_many' }

/** Adds an alert; a child has at most `MOST_ALERTS`. */
export function addAlert(
  db: Transaction,
  { childId, kind, text }: NewAlert & { childId: string },
  by: ChangedBy,
): AlertOutcome {
  if (!findChild(db, childId)) return { outcome: 'not_found' }
  if ((alertsOf(db, [childId]).get(childId) ?? []).length >= MOST_ALERTS) {
    return { outcome: 'too_many' }
  }
  return write(db, { id: uuidv7(), version: 1, childId, kind, text }, by)
}

/**
 * Changes an alert or, with an empty text, removes it. If two desks do so at once, the first one succeeds.
 */
export function changeAlert(
  db: Transaction,
  { id, childId, version, kind, text }: AlertChange & { id: string; childId: string },
  by: ChangedBy,
): AlertOutcome {
  const current = listAlertVersions(db, childId).find(({ alert }) => alert.id === id)
  if (!current) return { outcome: 'not_found' }
  const { alert } = current
  if (alert.kind === kind && alert.text === text) {
    return { outcome: 'written', alert: current }
  }
  if (alert.version !== version) return { outcome: 'stale', alert: current }
  return write(db, { id, version: version + 1, childId, kind, text }, by)
}

function write(
  db: Transaction,
  alert: Omit<AlertRow['alert'], 'writtenBy' | 'writtenAt'>,
  { actor, now }: ChangedBy,
): AlertOutcome {
  insertAlert(db, { ...alert, writtenBy: actor, writtenAt: now })
  const data = { alertId: alert.id, version: alert.version }
  appendEvent(db, { kind: 'child.alerts_changed', actor, subject: alert.childId, data }, now)
  const written = listAlertVersions(db, alert.childId).find((row) => row.alert.id === alert.id)
  if (!written) throw new Error('An alert was written and is not there.')
  return { outcome: 'written', alert: written }
}
