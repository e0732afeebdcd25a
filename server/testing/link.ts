import type { Family } from '#contract/families/families.ts'
import type { ProposedLink } from '#contract/families/family-links.ts'
import type { Session } from './test-app.ts'

/** A member of staff proposes to link a family to an account, which confirms. */
export async function linkByDesk(
  rita: Session,
  { family, account }: { family: string; account: Session },
): Promise<void> {
  const shown = await rita.get(`/families/${family}`)
  const appointments = shown.json<Family>().link?.moving.map(({ _id }) => _id)
  await rita.post(`/families/${family}/link`, { account: account.uid, appointments })
  const proposed = await account.get('/family-links')
  const [link] = proposed.json<ProposedLink[]>()
  const confirmed = await account.post(`/family-links/${link?._id}/confirm`)
  if (confirmed.statusCode !== 200) throw new Error(confirmed.body)
}
