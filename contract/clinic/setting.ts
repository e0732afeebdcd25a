import * as z from 'zod/mini'

/** A setting of the clinic that admins edit. */
interface Setting<Schema extends z.ZodMiniType> {
  schema: Schema
  /** The value until an admin sets another. */
  initial: z.output<Schema>
  /** With the unit, if there is one. */
  label: string
  hint?: string
  /**
   * Of a text field; numbers and booleans need none. `lines`: one item a line; `own`: the page has a field
   * for this setting alone.
   */
  type?: 'tel' | 'email' | 'url' | 'time' | 'lines' | 'country' | 'own'
  /** Whether the field is as wide as its group. */
  wide?: boolean
}

type Schemas = Record<string, z.ZodMiniType>

/** Settings by their names, with the schema of each. */
export type Settings<Own extends Schemas> = { [Name in keyof Own]: Setting<Own[Name]> }

/** Settings that form one section of the page, in its order. */
export interface SettingGroup<Own extends Schemas = Schemas> {
  title: string
  intro?: string
  settings: Settings<Own>
}

/** Declares a group. The bundler drops what a page does not use. */
/* @__NO_SIDE_EFFECTS__ */
export function settingGroup<Own extends Schemas>(group: SettingGroup<Own>): SettingGroup<Own> {
  return group
}

/** The schemas of the settings, for a form or an answer. */
/* @__NO_SIDE_EFFECTS__ */
export function schemasOf<Own extends Schemas>(settings: Settings<Own>): Own {
  const entries = Object.entries(settings).map(([name, { schema }]) => [name, schema])
  return Object.fromEntries(entries)
}

/** The values until an admin sets others. */
/* @__NO_SIDE_EFFECTS__ */
export function defaultsOf<Own extends Schemas>(
  settings: Settings<Own>,
): { [Name in keyof Own]: z.output<Own[Name]> } {
  const entries = Object.entries(settings).map(([name, { initial }]) => [name, initial])
  return Object.fromEntries(entries)
}

/** A whole number from `least` to `most`. */
/* @__NO_SIDE_EFFECTS__ */
export function wholeNumber(least: number, most: number) {
  const message = `Enter a whole number from ${least} to ${most}`
  return z.number(message).check(z.int(message), z.gte(least, message), z.lte(most, message))
}

/** A time of day as in a time field: '16:00'. */
export const timeOfDay = z
  .string('Enter a time')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, like 16:00'))
