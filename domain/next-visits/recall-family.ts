import type { Database } from '#drizzle/client.ts'
import { listChildren, listDeskChildren } from '#drizzle/queries/guardians/children.ts'
import {
  listRecallRecipients,
  type RecallRecipient,
} from '#drizzle/queries/next-visits/recall-recipients.ts'

/**
 * The recipients of emails about next visits of a child, and of the children that share a recipient with it, directly
 * or through others.
 */
export function listFamilyRecipients(db: Database, childId: string): RecallRecipient[] {
  const seen = new Set([childId])
  const recipients: RecallRecipient[] = []
  for (let next = [childId]; next.length > 0; ) {
    const found = listRecallRecipients(db, next)
    recipients.push(...found)
    next = [...new Set(found.flatMap((to) => childrenOf(db, to)))].filter((id) => !seen.has(id))
    for (const id of next) seen.add(id)
  }
  return recipients
}

function childrenOf(db: Database, { uid, deskFamilyId }: RecallRecipient): string[] {
  if (uid !== null) return listChildren(db, uid).map(({ child }) => child.id)
  return deskFamilyId === null ? [] : listDeskChildren(db, deskFamilyId).map(({ id }) => id)
}

/** The family of a recipient: a uid, or the id of a family without an account. */
export const familyOf = ({ uid, deskFamilyId }: Pick<RecallRecipient, 'uid' | 'deskFamilyId'>) =>
  uid ?? deskFamilyId ?? ''

/** What each recipient is asked for. */
export function byRecipient<To extends Pick<RecallRecipient, 'uid' | 'deskFamilyId'>, Ticket>(
  asked: readonly { to: To; ticket: Ticket }[],
): { to: To; tickets: Ticket[] }[] {
  const families = Map.groupBy(asked, ({ to }) => familyOf(to))
  return [...families.values()].flatMap((theirs) => {
    const [first] = theirs
    return first ? { to: first.to, tickets: theirs.map(({ ticket }) => ticket) } : []
  })
}
