import * as z from 'zod/mini'
import { optionalLine, requiredLine } from '#contract/text.ts'
import { conflictWith } from '../errors.ts'
import { childParams } from '../guardians/children.ts'

/** Facts that everyone who treats a child must know; `other` is free text. */
export const alertKind = z.enum(['allergy', 'interpreter', 'custody', 'other'], 'Choose a kind')
export type AlertKind = z.infer<typeof alertKind>

export const ALERT_NAMES: Record<AlertKind, string> = {
  allergy: 'Allergy',
  interpreter: 'Interpreter',
  custody: 'Custody',
  other: 'Note',
}

export const LONGEST_ALERT = 200

/** More would not fit a row of the agenda. */
export const MOST_ALERTS = 8

/** An alert of a child: docs/requirements.md#alerts. */
export const childAlert = z.object({
  _id: z.string(),
  /** Grows with each change of the alert. */
  version: z.number(),
  kind: alertKind,
  text: z.string(),
  /** Name of its last author; null when unknown. */
  by: z.nullable(z.string()),
  /** ISO instant, UTC. */
  at: z.string(),
})
export type ChildAlert = z.infer<typeof childAlert>

/** 'Allergy: peanuts' */
export function describeAlert({ kind, text }: Pick<ChildAlert, 'kind' | 'text'>): string {
  return `${ALERT_NAMES[kind]}: ${text}`
}

/** `GET /children/{id}/alerts`: the oldest first. */
export const childAlerts = z.object({
  alerts: z.array(childAlert),
  /** Every change, the newest first. An empty text means that the alert was removed. */
  history: z.array(childAlert),
})
export type ChildAlerts = z.infer<typeof childAlerts>

/** `POST /children/{id}/alerts`, and the form. */
export const newAlert = z.strictObject({
  kind: alertKind,
  text: requiredLine('Text', LONGEST_ALERT),
})
export type NewAlert = z.input<typeof newAlert>

/** `PUT /children/{id}/alerts/{alert}`; an empty text removes the alert. */
export const alertChange = z.strictObject({
  /** Of the alert that was on the screen. */
  version: z.number('Version is required').check(z.int(), z.gte(1)),
  kind: alertKind,
  text: optionalLine('Text', LONGEST_ALERT),
})
export type AlertChange = z.input<typeof alertChange>

export const alertParams = z.extend(childParams, { alert: z.uuid('Invalid alert ID') })

/** 409. */
export const alertConflict = conflictWith(childAlert)
