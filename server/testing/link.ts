import type { Family } from '#contract/front-desk/families.ts'
import type { ProposedLink } from '#contract/front-desk/family-links.ts'
import type { Session, TestApp } from './test-app.ts'

/** A member of staff proposes to link a family to an account, which confirms. */
export async function linkByDesk(
  { app }: Pick<TestApp, 'app'>,
  { rita, family, account }: { rita: Session; family: string; account: Session },
): Promise<void> {
  const { headers } = rita
  const shown = await app.inject({ url: `/families/${family}`, headers })
  const appointments = shown.json<Family>().link?.moving.map(({ _id }) => _id)
  const payload = { account: account.uid, appointments }
  await app.inject({ method: 'POST', url: `/families/${family}/link`, headers, payload })
  const proposed = await app.inject({ url: '/family-links', headers: account.headers })
  const [link] = proposed.json<ProposedLink[]>()
  const confirmed = await app.inject({
    method: 'POST',
    url: `/family-links/${link?._id}/confirm`,
    headers: account.headers,
  })
  if (confirmed.statusCode !== 200) throw new Error(confirmed.body)
}
