import {
  FIELD_LABELS,
  FIELDS_OF,
  type ImportField,
  NEEDED_FIELDS,
} from '#contract/imports/import-fields.ts'
import { DATE_ORDERS, type DateOrder, type ImportMapping } from '#contract/imports/imports.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import type { Database } from '#drizzle/client.ts'
import { normalizeSearchText } from '#drizzle/normalize-search-text.ts'
import { readMapped } from '#drizzle/queries/imports/import-refs.ts'
import type { ImportRow } from '#drizzle/queries/imports/imports.ts'

/** The fields that contain days. */
const DAYS = ['birthDate', 'date', 'from', 'to', 'joined'] as const satisfies ImportField[]

type Mapped = Pick<ImportRow, 'headers' | 'facts'>

const factsOf = ({ facts }: Mapped, { columns }: ImportMapping, field: ImportField) => {
  const column = columns[field]
  return column === undefined ? undefined : facts?.[column]
}

/** The date orders that fit all days of the file; undefined if they need none. */
function possibleOrders(file: Mapped, mapping: ImportMapping): DateOrder[] | undefined {
  const all = DAYS.flatMap((field) => {
    const orders = factsOf(file, mapping, field)?.orders
    return orders ? [orders] : []
  })
  if (all.length === 0) return undefined
  return DATE_ORDERS.filter((order) => all.every((orders) => orders.includes(order)))
}

/** The only date order that fits all days of the file. */
export function provenOrder(file: Mapped, mapping: ImportMapping): DateOrder | null {
  const [order, another] = possibleOrders(file, mapping) ?? []
  return order !== undefined && another === undefined ? order : null
}

export const needsOrder = (file: Mapped, mapping: ImportMapping): boolean =>
  possibleOrders(file, mapping) !== undefined

/** The names in a column with the number of their rows, the most frequent first; undefined if there are too many. */
export function namesIn(
  file: Mapped,
  mapping: ImportMapping,
  field: 'treatment' | 'doctor',
): { name: string; rows: number }[] | undefined {
  if (mapping.columns[field] === undefined) return []
  const values = factsOf(file, mapping, field)?.values
  if (!values) return undefined
  return Object.entries(values)
    .map(([name, rows]) => ({ name, rows }))
    .sort((one, other) => other.rows - one.rows)
}

/**
 * Completes a mapping with everything that needs no decision: the only date order that fits, names
 * that were mapped before, and names that equal ours.
 */
export function completeMapping(db: Database, file: Mapped, mapping: ImportMapping): ImportMapping {
  const { treatments } = currentSchedule(db)
  const doctors = treatments.flatMap((treatment) => treatment.doctors)
  const known = {
    treatment: { ours: treatments, before: readMapped(db, 'treatment') },
    doctor: { ours: doctors, before: readMapped(db, 'doctor') },
  }
  const find = (field: 'treatment' | 'doctor', name: string): string | null | undefined => {
    const { ours, before } = known[field]
    const mapped = before.get(name)
    // If the treatment or doctor no longer exists, the admin has to choose again.
    if (mapped === null || ours.some(({ id }) => id === mapped)) return mapped
    return ours.find((own) => isSameName(own.name, name))?.id
  }
  const names = (field: 'treatment' | 'doctor') => namesIn(file, mapping, field) ?? []
  return {
    ...mapping,
    dateOrder: provenOrder(file, mapping) ?? mapping.dateOrder,
    treatments: names('treatment').flatMap(({ name }) => {
      const said = mapping.treatments.find((one) => one.name === name)
      const treatment = said ? said.treatment : find('treatment', name)
      return treatment === undefined ? [] : [{ name, treatment }]
    }),
    doctors: names('doctor').flatMap(({ name }) => {
      const said = mapping.doctors.find((one) => one.name === name)
      const doctor = said ? said.doctor : find('doctor', name)
      return doctor === undefined ? [] : [{ name, doctor }]
    }),
  }
}

/** 'Dr. Ann Lee, MD' and 'Lee, Ann' are compared without titles and in any order. */
const wordsOf = (name: string) =>
  normalizeSearchText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !/^(?:dr|md|do|np|pa|dds|prof)$/.test(word))
    .sort()
    .join(' ')

const isSameName = (one: string, other: string) => wordsOf(one) === wordsOf(other)

/** What an admin still has to decide, in sentences; empty when the file can be checked. */
export function missingOf(
  file: Mapped & Pick<ImportRow, 'kind'>,
  mapping: ImportMapping,
): string[] {
  const { columns } = mapping
  const fields = NEEDED_FIELDS[file.kind]
    .filter((one) => !one.some((field) => columns[field] !== undefined))
    .flatMap(([field]) => (field ? [`Choose the column with: ${FIELD_LABELS[field]}.`] : []))
  const order =
    needsOrder(file, mapping) && mapping.dateOrder === null
      ? ['Say how the file writes dates like 3/4/2019.']
      : []
  const hasField = (field: ImportField) => FIELDS_OF[file.kind].includes(field)
  const names = (['treatment', 'doctor'] as const).filter(hasField).flatMap((field) => {
    const found = namesIn(file, mapping, field)
    if (!found)
      return [`The column chosen for ${FIELD_LABELS[field]} has too many different texts.`]
    const mapped: readonly { name: string }[] =
      field === 'treatment' ? mapping.treatments : mapping.doctors
    const open = found.filter(({ name }) => !mapped.some((one) => one.name === name))
    return open.length > 0
      ? [`Say what these are here: ${open.map(({ name }) => name).join(', ')}.`]
      : []
  })
  return [...fields, ...order, ...names]
}
