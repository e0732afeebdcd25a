import { defaultRefusals } from '#contract/refusals/default-refusals.ts'
import { listRefusals } from '#contract/refusals/list-refusals.ts'
import { withEachInstance } from './each-instance.ts'

/**
 * Builds an app and watches its error responses.
 * @returns the app, and a growing list of refusals that neither their route nor the defaults declare
 */
export async function watchRefusals<App>(
  build: () => Promise<App>,
): Promise<{ app: App; undeclared: readonly string[] }> {
  const undeclared: string[] = []
  const app = await withEachInstance(build, (instance) => {
    instance.addHook('onSend', async (request, reply, payload) => {
      const code = reply.statusCode >= 400 ? codeIn(payload) : undefined
      if (code === undefined) return
      const { url = 'no route', config } = request.routeOptions
      const refusal = `${reply.statusCode} ${code}`
      const declared = [defaultRefusals, config.guards ?? {}, config.refusals ?? {}]
        .flatMap(listRefusals)
        .map(({ status, code }) => `${status} ${code}`)
      if (!declared.includes(refusal)) undeclared.push(`${request.method} ${url}: ${refusal}`)
    })
  })
  return { app, undeclared }
}

/** The code of an error response; undefined for other responses, such as a page. */
function codeIn(payload: unknown): string | undefined {
  if (typeof payload !== 'string' || !payload.startsWith('{')) return undefined
  const { code } = JSON.parse(payload)
  return typeof code === 'string' ? code : undefined
}
