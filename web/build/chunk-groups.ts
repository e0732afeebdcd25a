import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

/** The modules that are loaded with the given ones (paths from `web/`), themselves included. */
function graphOf(...roots: string[]) {
  const graphs = new WeakMap<Context, Set<string>>()

  function follow(context: Context) {
    const graph = new Set<string>()
    const visit = (id: string) => {
      if (graph.has(id)) return
      graph.add(id)
      for (const imported of context.getModuleInfo(id)?.importedIds ?? []) visit(imported)
    }
    for (const root of roots) visit(fileURLToPath(new URL(`../${root}`, import.meta.url)))
    return graph
  }

  return (id: string, context: Context) => {
    const graph = graphs.get(context) ?? follow(context)
    graphs.set(context, graph)
    return graph.has(id)
  }
}

const inEntry = graphOf('app/main.tsx')
const inShell = graphOf('app/mount.tsx')
const inSession = graphOf('features/auth/auth-layout.tsx', 'features/auth/require-user.tsx')
/** What a public page draws once it has asked the server for data. */
const inLiveParts = graphOf('features/doctors/team.tsx')
const inPublicPages = graphOf(
  'features/home/home-page.tsx',
  'features/about/about-page.tsx',
  'features/reviews/reviews-page.tsx',
  'features/contact/contact-page.tsx',
  'features/doctors/doctors-page.tsx',
  'app/not-found-page.tsx',
)

/**
 * Into which file a module goes that several screens share; null leaves that to the bundler, which
 * makes a file for every set of screens, forty of a few hundred bytes for some of them.
 */
function fileOf(id: string, context: Context): string | null {
  // Screens keep a file of their own, whose name the build looks up.
  const isScreen = (context.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
  if (isScreen || inEntry(id, context)) return null
  if (/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//.test(id))
    return 'framework'
  if (inShell(id, context)) return 'shell'
  if (inPublicPages(id, context)) return null
  if (/node_modules\/@tanstack\//.test(id)) return 'queries'
  if (!inSession(id, context)) return null
  return inLiveParts(id, context) ? 'calls' : 'session'
}

/**
 * The files that several screens share: `framework`, which only an update of those packages
 * changes; `shell`, the frame of every page; `session`, what knows who is signed in; `calls` and
 * `queries`, what asks the server, which a public page can have without `session`.
 */
export const sharedFiles = {
  name: fileOf,
  debugName: 'shared files',
  // Each module has been looked at by itself.
  includeDependenciesRecursively: false,
}
