import type * as z from 'zod/mini'
import { formatWireDate } from '#contract/dates.ts'
import { newFamily } from '#contract/families/families.ts'
import { MOST_CHILDREN, newChild } from '#contract/guardians/children.ts'
import { emailAddress } from '#contract/identity/users.ts'
import { dialablePhone } from '#domain/dialable-phone.ts'
import { addFamily } from '#domain/front-desk/families.ts'
import { addFamilyChild } from '#domain/front-desk/family-children.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { normalizeSearchText } from '#drizzle/normalize-search-text.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  correctDeskFamily,
  type FamilyRow,
  findDeskFamily,
  findFamily,
} from '#drizzle/queries/front-desk/families.ts'
import { type ChildRow, findChild, isNamesakeOf } from '#drizzle/queries/guardians/children.ts'
import { findRef, putRef } from '#drizzle/queries/imports/import-refs.ts'
import type { ImportedRow } from '#drizzle/queries/imports/import-rows.ts'
import { findSecondGuardian, insertSecondGuardian } from '#drizzle/queries/imports/known-people.ts'
import type { ImportedThing } from '#drizzle/schema/index.ts'
import { ENGLISH_NAMES } from '#words/language-names.ts'
import { LANGUAGES, type Language, languageOf } from '#words/languages.ts'
import { readDay, readLanguage } from './file/cells.ts'
import { childrenOf, familyOfChild, findMatch, isSamePhone } from './find-people.ts'
import {
  type Cells,
  cellsOf,
  childNameOf,
  guardianNameOf,
  householdOf,
  secondNameOf,
} from './row-cells.ts'
import {
  type ImportContext,
  leftOut,
  type RowResult,
  RowStopped,
  refused,
  resultOf,
} from './row-result.ts'

// A row of a file of families: one child with its guardians. Known families are not overwritten:
// missing data is added, and differing data is listed.

/**
 * Imports a row. `unit`: all rows of its household, and those with the same phone or email.
 * @throws RowStopped
 */
export function carryOutFamily(
  db: Transaction,
  row: ImportedRow,
  unit: readonly ImportedRow[],
  context: ImportContext,
): RowResult {
  const cells = cellsOf(row, context.mapping)
  const child = readChild(cells, context)
  const made: ImportedThing[] = []
  const differences: string[] = []
  const known = findKnownFamily(db, cells, { row, unit }, context)
  const language = readLanguageOf(cells)
  const family =
    known ?? addNewFamily(db, cells, language ?? languageOfUnit({ row, unit }, context), context)
  if (!known) made.push({ made: 'family', id: family.id })
  else {
    compareFamily(db, { family, cells }, { made, differences }, context)
    differences.push(...compareLanguage(family, language))
  }
  const household = cells('household')
  if (household && !findRef(db, 'family', household)) {
    putRef(db, { kind: 'family', externalId: household, ourId: family.id }, context.now)
  }
  addSecond(db, { family, cells }, { made, differences }, context)
  addOrCompareChild(db, { family, cells, child }, { made, differences }, context)
  return { ...resultOf(made, differences), family: family.id }
}

interface Findings {
  made: ImportedThing[]
  differences: string[]
}

interface ReadChild {
  name: string
  birthDate: string
}

function firstIssue(error: z.core.$ZodError): string {
  return `${error.issues[0]?.message ?? 'This row is not valid'}.`.replace(/\.\.$/, '.')
}

/** @throws RowStopped */
function readChild(cells: Cells, { mapping }: ImportContext): ReadChild {
  const typed = cells('birthDate')
  const birthDate = readDay(typed, mapping.dateOrder)
  if (typed && !birthDate) throw refused(`“${typed}” is not a birth date.`)
  const parsed = newChild.safeParse({ name: childNameOf(cells), birthDate: birthDate ?? '' })
  if (!parsed.success) throw refused(firstIssue(parsed.error))
  return parsed.data
}

/** @throws RowStopped */
function readEmail(typed: string): string | null {
  if (!typed) return null
  const parsed = emailAddress.safeParse(typed)
  if (!parsed.success) throw refused(firstIssue(parsed.error))
  return parsed.data
}

const OFFERED = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
  LANGUAGES.map((language) => ENGLISH_NAMES[language]),
)

/**
 * The language that a row states.
 * @throws RowStopped
 */
function readLanguageOf(cells: Cells): Language | undefined {
  const typed = cells('language')
  const language = readLanguage(typed)
  if (!typed || language) return language
  throw refused(
    `“${typed}” is not a language of our emails. Write ${OFFERED}, or nothing for English.`,
  )
}

/** The language that another row of the household states. */
function languageOfUnit(
  { row, unit }: { row: ImportedRow; unit: readonly ImportedRow[] },
  { mapping, country }: ImportContext,
): Language | undefined {
  const household = householdOf(row, mapping, country)
  return unit
    .filter((other) => householdOf(other, mapping, country) === household)
    .map((other) => readLanguage(cellsOf(other, mapping)('language')))
    .find((language) => language !== undefined)
}

function compareLanguage(family: FamilyRow, stated: Language | undefined): string[] {
  const language = languageOf(family.language)
  if (!stated || stated === language) return []
  const [here, there] = [ENGLISH_NAMES[language], ENGLISH_NAMES[stated]]
  return [`The language is ${here} here, and ${there} in the file.`]
}

/**
 * The known family of the row, if there is one.
 * @throws RowStopped if an admin has to decide whether it is the same
 */
function findKnownFamily(
  db: Database,
  cells: Cells,
  { row, unit }: { row: ImportedRow; unit: readonly ImportedRow[] },
  context: ImportContext,
): FamilyRow | undefined {
  const { mapping, country } = context
  const household = householdOf(row, mapping, country)
  const isOfHousehold = (other: ImportedRow) => householdOf(other, mapping, country) === household
  const byNumber = findByNumber(db, cells)
  if (byNumber) return byNumber
  const decision = unit.find((other) => other.decision !== null && isOfHousehold(other))
  if (decision?.decision === 'later') throw leftOut('Left out for now.')
  const isSame = decision?.decision === 'same'
  const same = isSame && decision.duplicateOf ? findFamily(db, decision.duplicateOf) : undefined
  if (same) return ofConfirmed(same)
  const match = findMatch(db, toPerson(cells, context), context)
  if (!match) return undefined
  if (match.isSame) return findFamily(db, match.family.id)
  if (decision?.decision === 'different') return undefined
  const { id, name } = match.family
  const found = isSame ? findFamily(db, id) : undefined
  if (found) return ofConfirmed(found)
  throw new RowStopped({
    outcome: 'duplicate',
    duplicateOf: id,
    sentence: `${name || 'A family'} has the same ${match.by}.`,
  })
}

/**
 * The family to which an admin wants to add.
 * @throws RowStopped if its account has not confirmed its email
 */
function ofConfirmed(family: FamilyRow): FamilyRow {
  if (family.account && !family.account.emailVerified) {
    throw refused('The account has not confirmed its email, so nothing is added to it.')
  }
  return family
}

/** The family that a row describes or resembles, before anything of its file is imported. */
export function findKnown(
  db: Database,
  row: ImportedRow,
  context: ImportContext,
): FamilyRow | undefined {
  try {
    return findKnownFamily(db, cellsOf(row, context.mapping), { row, unit: [row] }, context)
  } catch (error) {
    if (!(error instanceof RowStopped)) throw error
    const { duplicateOf } = error.result
    return duplicateOf === undefined ? undefined : findFamily(db, duplicateOf)
  }
}

function findByNumber(db: Database, cells: Cells): FamilyRow | undefined {
  const household = cells('household') ? findRef(db, 'family', cells('household')) : undefined
  if (household?.ourId) return findFamily(db, household.ourId)
  const childRef = cells('childId') ? findRef(db, 'child', cells('childId')) : undefined
  const child = childRef?.ourId ? findChild(db, childRef.ourId) : undefined
  return child && familyOfChild(db, child)
}

function toPerson(cells: Cells, { mapping }: ImportContext) {
  return {
    household: cells('household'),
    name: guardianNameOf(cells),
    phone: cells('phone'),
    email: readEmail(cells('email')),
    child: { name: childNameOf(cells), birthDate: readDay(cells('birthDate'), mapping.dateOrder) },
  }
}

/** @throws RowStopped */
function addNewFamily(
  db: Transaction,
  cells: Cells,
  language: Language | undefined,
  context: ImportContext,
): FamilyRow {
  const email = readEmail(cells('email'))
  const parsed = newFamily.safeParse({ name: guardianNameOf(cells), phone: cells('phone') })
  if (!parsed.success) throw refused(`${firstIssue(parsed.error).replace(/\.$/, '')} (guardian).`)
  const { importId } = context
  const added = { ...parsed.data, language, importId, ...(email !== null && { email }) }
  const id = addFamily(db, added, context)
  context.families.add(id)
  const family = findFamily(db, id)
  if (!family) throw new Error('A family is gone within its transaction.')
  return family
}

/** Fills empty fields, as a correction, and lists fields that differ. */
function compareFamily(
  db: Transaction,
  { family, cells }: { family: FamilyRow; cells: Cells },
  { made, differences }: Findings,
  { actor, now, moment, country }: ImportContext,
): void {
  const name = guardianNameOf(cells)
  const [phone, email] = [cells('phone'), readEmail(cells('email'))]
  if (name && family.name && normalizeSearchText(name) !== normalizeSearchText(family.name)) {
    differences.push(`The guardian is ${family.name} here, and ${name} in the file.`)
  }
  if (phone && family.phone && !isSamePhone(phone, family.phone, country)) {
    differences.push(`The phone is ${family.phone} here, and ${phone} in the file.`)
  }
  if (email && family.email !== null && family.email !== email) {
    differences.push(`The email is ${family.email} here, and ${email} in the file.`)
  }
  const desk = family.deskFamilyId === null ? undefined : findDeskFamily(db, family.deskFamilyId)
  if (!email || !desk || desk.email !== null) return
  const details = { name: desk.name, phone: desk.phone, email }
  correctDeskFamily(db, desk, details, { actor, now, moment })
  appendEvent(db, { kind: 'family.changed', actor, subject: desk.id }, now)
  made.push({ filled: 'email', family: desk.id })
}

function addSecond(
  db: Transaction,
  { family, cells }: { family: FamilyRow; cells: Cells },
  { made, differences }: Findings,
  { country, now }: ImportContext,
): void {
  const { deskFamilyId } = family
  const name = secondNameOf(cells)
  if (!name || deskFamilyId === null || isEqual(name, family.name)) return
  const known = findSecondGuardian(db, deskFamilyId)
  if (known) {
    if (isEqual(known.name, name)) return
    differences.push(`The second guardian is ${known.name} here, and ${name} in the file.`)
    return
  }
  const parsed = newFamily.shape.name.safeParse(name)
  if (!parsed.success) throw refused(`${firstIssue(parsed.error)} (second guardian)`)
  const phone = cells('secondPhone')
  if (phone && dialablePhone(phone, country) === null && !/\d{5}/.test(phone.replace(/\D/g, ''))) {
    throw refused(`“${phone}” is not a phone number (second guardian).`)
  }
  insertSecondGuardian(db, {
    deskFamilyId,
    name: parsed.data,
    phone: phone || null,
    email: readEmail(cells('secondEmail')),
    createdAt: now,
  })
  made.push({ filled: 'second', family: deskFamilyId })
}

const isEqual = (one: string, other: string) =>
  normalizeSearchText(one) === normalizeSearchText(other)

/** @throws RowStopped */
function addOrCompareChild(
  db: Transaction,
  { family, cells, child }: { family: FamilyRow; cells: Cells; child: ReadChild },
  { made, differences }: Findings,
  context: ImportContext,
): void {
  const number = cells('childId')
  const known = findKnownChild(db, { family, number, child })
  if (known) {
    if (!isEqual(known.name, child.name)) {
      differences.push(`The child is ${known.name} here, and ${child.name} in the file.`)
    }
    if (known.birthDate !== child.birthDate) {
      const [here, there] = [known.birthDate, child.birthDate].map(formatWireDate)
      differences.push(`${known.name} is born ${here} here, and ${there} in the file.`)
    }
    if (number && !findRef(db, 'child', number)) {
      putRef(db, { kind: 'child', externalId: number, ourId: known.id }, context.now)
    }
    return
  }
  const { name, birthDate } = child
  const added = addFamilyChild(db, { family: family.id, name, birthDate }, context)
  if (added.outcome !== 'done') throw refused(WHY_NO_CHILD[added.outcome])
  made.push({ made: 'child', id: added.child.id })
  if (number) putRef(db, { kind: 'child', externalId: number, ourId: added.child.id }, context.now)
}

/** @throws RowStopped */
function findKnownChild(
  db: Transaction,
  { family, number, child }: { family: FamilyRow; number: string; child: ReadChild },
): ChildRow | undefined {
  const own = childrenOf(db, family)
  const ref = number ? findRef(db, 'child', number) : undefined
  if (!ref?.ourId) return own.find(isNamesakeOf(child))
  const byNumber = own.find(({ id }) => id === ref.ourId)
  if (!byNumber) throw refused(`The child with the number ${number} is in another family here.`)
  return byNumber
}

const WHY_NO_CHILD = {
  not_born: 'The birth date is in the future.',
  adult: 'The patient is 18 or older, and books without a guardian.',
  same_child: 'This family already has a child with this name and birth date.',
  too_many_children: `A family can have up to ${MOST_CHILDREN} children.`,
  no_family: 'The family no longer exists.',
} as const
