import type { Database } from '#drizzle/client.ts'
import type { FamilyRow } from '#drizzle/queries/front-desk/families.ts'
import {
  type ChildRow,
  findGuardedChild,
  listDeskChildren,
} from '#drizzle/queries/guardians/children.ts'

/** Why a family cannot book for a child. */
type Refusal = { outcome: 'unknown_child' } | { outcome: 'may_not_book'; child: ChildRow }

/** The child of that id, if the family may book for it. */
export function findChildToBook(
  db: Database,
  { uid, deskFamilyId }: Pick<FamilyRow, 'uid' | 'deskFamilyId'>,
  id: string,
): { child: ChildRow } | Refusal {
  if (deskFamilyId !== null) {
    const known = listDeskChildren(db, deskFamilyId).find((child) => child.id === id)
    return known?.archivedAt === null ? { child: known } : { outcome: 'unknown_child' }
  }
  const guarded = uid === null ? undefined : findGuardedChild(db, { id, uid })
  if (!guarded || guarded.child.archivedAt !== null) return { outcome: 'unknown_child' }
  const { child, guardianship } = guarded
  return guardianship.mayBook ? { child } : { outcome: 'may_not_book', child }
}
