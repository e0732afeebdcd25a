import type { IsoDate } from '#contract/dates.ts'
import { dialablePhone, phoneDigits } from '#domain/dialable-phone.ts'
import type { Database } from '#drizzle/client.ts'
import { normalizeSearchText } from '#drizzle/normalize-search-text.ts'
import { type FamilyRow, findDeskFamily, findFamily } from '#drizzle/queries/front-desk/families.ts'
import {
  type ChildRow,
  isNamesakeOf,
  listChildren,
  listDeskChildren,
} from '#drizzle/queries/guardians/children.ts'
import { hasOtherRef } from '#drizzle/queries/imports/import-refs.ts'
import {
  findOwnerOf,
  type KnownFamily,
  listFamiliesByEmail,
  listFamiliesByPhone,
  listFamiliesOfChild,
} from '#drizzle/queries/imports/known-people.ts'
import type { ImportContext } from './row-result.ts'

// Finds the known family of a row. Names and numbers are compared in normalized form.

/** The children of a family, archived ones included. */
export function childrenOf(
  db: Database,
  { uid, deskFamilyId }: Pick<FamilyRow, 'uid' | 'deskFamilyId'>,
): ChildRow[] {
  if (uid !== null) return listChildren(db, uid).map(({ child }) => child)
  return deskFamilyId === null ? [] : listDeskChildren(db, deskFamilyId)
}

/** The family that acts for a child: its owner's account, or the family without an account. */
export function familyOfChild(
  db: Database,
  { id, deskFamilyId }: Pick<ChildRow, 'id' | 'deskFamilyId'>,
): FamilyRow | undefined {
  const family = findOwnerOf(db, id) ?? deskFamilyId
  return family === null ? undefined : findFamily(db, family)
}

/** The normalized form in which phone numbers are compared. */
export const phoneKey = (typed: string, country: string): string =>
  dialablePhone(typed, country) ?? typed.replace(/\D/g, '')

export const isSamePhone = (one: string, other: string, country: string): boolean =>
  phoneKey(one, country) === phoneKey(other, country)

const isEqual = (one: string, other: string) =>
  normalizeSearchText(one) === normalizeSearchText(other)

/** The people of a row. */
interface RowPerson {
  /** The number of their household in the previous system. */
  household: string
  /**
   * `isSame`: phone or email and name are equal. Otherwise it may be the same family, because of
   * `by`.
   */
  name: string
  phone: string
  email: string | null
  child: { name: string; birthDate: IsoDate | undefined }
}

/** The known family that a row describes or may describe; undefined for a new one. */
interface Match {
  family: KnownFamily
  isSame: boolean
  by: string
}

/**
 * An account belongs to its user, so an admin has to decide whether the file means it. Families that other units of the
 * same import have added are ignored, because its check has not seen them.
 */
export function findMatch(
  db: Database,
  person: RowPerson,
  { importId, families, country }: Pick<ImportContext, 'importId' | 'families' | 'country'>,
): Match | undefined {
  const { household, name, phone, email, child } = person
  const digits = phoneDigits(phone, country)
  const isVisible = ({ id }: KnownFamily) =>
    families.has(id) || findDeskFamily(db, id)?.importId !== importId
  const withPhone = (phone ? listFamiliesByPhone(db, digits) : []).filter(
    (family) =>
      family.phone !== null && isSamePhone(family.phone, phone, country) && isVisible(family),
  )
  const withEmail = (email === null ? [] : listFamiliesByEmail(db, email)).filter(isVisible)
  // The families with a child of that name, and of that birth date if there is one.
  const isTheSame = (family: KnownFamily) =>
    !family.hasAccount &&
    isEqual(family.name, name) &&
    !(household && hasOtherRef(db, { ourId: family.id, externalId: household }))
  const same = [...withPhone, ...withEmail].find(isTheSame)
  if (same) return { family: same, isSame: true, by: 'phone' }
  const [byPhone] = withPhone
  if (byPhone) return { family: byPhone, isSame: false, by: 'phone' }
  const [byEmail] = withEmail
  if (byEmail) return { family: byEmail, isSame: false, by: 'email' }
  const byChild = child.birthDate === undefined ? [] : listWithChild(db, child)
  const first = byChild.find(({ known }) => isVisible(known))
  return first && { family: first.known, isSame: false, by: 'child' }
}

/** The families with a child of that name, born that day if a day is given. */
export function listWithChild(
  db: Database,
  { name, birthDate }: { name: string; birthDate: IsoDate | undefined },
): { known: KnownFamily; family: FamilyRow; child: ChildRow }[] {
  return listFamiliesOfChild(db, { name, birthDate: birthDate ?? null }).flatMap((known) => {
    const family = findFamily(db, known.id)
    const isNamed = (child: ChildRow) =>
      birthDate === undefined ? isEqual(child.name, name) : isNamesakeOf({ name, birthDate })(child)
    const own = family ? childrenOf(db, family).filter(isNamed) : []
    return family ? own.map((child) => ({ known, family, child })) : []
  })
}
