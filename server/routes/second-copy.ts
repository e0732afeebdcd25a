import { getSecondCopy } from '#contract/second-copy/second-copy-calls.ts'
import { handle, type Routes } from '#server/http/route.ts'

/** The second copy of the data, for admins. */
export const secondCopyRoutes: Routes = (app, { replication }) => {
  handle(app, getSecondCopy, async () => ({ copy: replication?.state() ?? null }))
}
