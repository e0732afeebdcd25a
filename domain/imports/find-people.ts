import type { IsoDate } from '#contract/dates.ts'
import { dialablePhone, phoneDigits } from '#domain/dialable-phone.ts'
import type { Database } from '#drizzle/client.ts'
import { normalizeSearchText } from '#drizzle/normalize-search-text.ts'
import { type FamilyRow, findFamily } from '#drizzle/queries/front-desk/families.ts'
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

// Which of the families that we know a row is about. Names and numbers are compared in their normal forms.

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

/** The form of a number in which numbers are compared. */
export const phoneKey = (typed: string, country: string): string =>
  dialablePhone(typed, country) ?? typed.replace(/\D/g, '')

export const isSamePhone = (one: string, other: string, country: string): boolean =>
  phoneKey(one, country) === phoneKey(other, country)

const isEqual = (one: string, other: string) =>
  normalizeSearchText(one) === normalizeSearchText(other)

/** The people of a row. */
interface RowPerson {
  /** The number of its household in the previous system. */
  household: string
  /** The guardian's. */
  name: string
  phone: string
  email: string | null
  child: { name: string; birthDate: IsoDate | undefined }
}

/** `isSame`: by phone or email and name; otherwise it may be the same, by what `by` says. */
interface Match {
  family: KnownFamily
  isSame: boolean
  by: string
}

/** The known family that a row is about or may be about; undefined for a new one. */
export function findMatch(db: Database, person: RowPerson, country: string): Match | undefined {
  const { household, name, phone, email, child } = person
  const digits = phoneDigits(phone, country)
  const withPhone = (phone ? listFamiliesByPhone(db, digits) : []).filter(
    (family) => family.phone !== null && isSamePhone(family.phone, phone, country),
  )
  const withEmail = email === null ? [] : listFamiliesByEmail(db, email)
  // An account belongs to its user: only an admin says that a file means it.
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
  const [first] = byChild
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
