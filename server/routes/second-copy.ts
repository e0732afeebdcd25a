import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { getSecondCopy } from '#contract/second-copy-calls.ts'
import { handle } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'

/** The second copy of the data, for admins. */
export const secondCopyRoutes: FastifyPluginAsyncZod<Services> = async (app, { replication }) => {
  handle(app, getSecondCopy, async () => ({ copy: replication?.state() ?? null }))
}
