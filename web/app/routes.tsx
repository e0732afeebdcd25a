import type { ReactNode } from 'react'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import type { PageRefusal } from '#machines/auth/auth-machine.ts'
import { componentChunk, LazyPage } from '../components/states/lazy-component.tsx'
import { PageSpinner } from '../components/states/loading.tsx'
import { readSession } from '../lib/session.ts'
import { AppLayout, PublicLayout } from './layouts.tsx'
import { type Chunk, type Page, pages } from './pages.ts'

/** Loadable code of a page or layout. */
interface Loadable {
  load: () => Promise<unknown>
  readonly loaded: unknown
}

/** The frame around pages; it renders the page as its outlet. */
interface Layout {
  element: ReactNode
  chunk?: Loadable
  module?: string
}

/** `waiting` is shown while the layout's code is loading. */
function lazyLayout({ load, module }: Chunk, waiting?: ReactNode): Layout {
  const chunk = componentChunk(load)
  return { element: <LazyPage chunk={chunk} waiting={waiting} />, chunk, module }
}

const publicLayout: Layout = { element: <PublicLayout /> }
const appLayout: Layout = { element: <AppLayout /> }
const queries = lazyLayout({ load: () => import('../lib/api/query-provider.tsx') })
const auth = lazyLayout(
  { load: () => import('../family/auth/login/auth-layout.tsx') },
  <AppLayout>
    <PageSpinner />
  </AppLayout>,
)
const userCode = { load: () => import('../family/auth/access/require-user.tsx') }
const requireUser = lazyLayout(userCode)
/** The workspace has a lock of its own. */
const userChunk = componentChunk(userCode.load)
const requireWorkspaceUser: Layout = {
  ...userCode,
  element: <LazyPage chunk={userChunk} props={{ hasOwnLock: false }} />,
  chunk: userChunk,
}
const roleCode = { load: () => import('../family/auth/access/require-role.tsx') }
const roleChunk = componentChunk(roleCode.load)
const roleLayout = (page: PageRefusal): Layout => ({
  ...roleCode,
  element: <LazyPage chunk={roleChunk} props={{ page }} />,
  chunk: roleChunk,
})
const requireAdmin = roleLayout('adminsOnly')
const requireStaff = roleLayout('staffOnly')
const requireDoctor = roleLayout('doctorsOnly')
const workspace = lazyLayout({ load: () => import('../desk/workspace/workspace-layout.tsx') })
const dashboard = lazyLayout({ load: () => import('../family/dashboard/dashboard-layout.tsx') })

/** The layouts around a page, from the outside in. */
function layoutsOf({ area, access, hasQueries }: Page): Layout[] {
  if (area === 'site') return [publicLayout, ...(hasQueries ? [queries] : [])]
  return [
    // Outside of the frames, so that the user stays known between pages of different frames.
    auth,
    ...(area === 'workspace' ? [] : [appLayout]),
    ...(access === 'everyone' ? [] : [area === 'workspace' ? requireWorkspaceUser : requireUser]),
    ...(area === 'dashboard' ? [dashboard] : []),
    ...(area === 'workspace' ? [workspace] : []),
    ...(access === 'admin' ? [requireAdmin] : []),
    ...(access === 'staff' ? [requireStaff] : []),
    ...(access === 'doctor' ? [requireDoctor] : []),
  ]
}

interface PageRoute {
  layouts: readonly Layout[]
  route: RouteObject
}

/** The content of a route's `handle`. */
interface Handle {
  chunk?: Loadable
  page?: Page
}

function pageRoute(page: Page): PageRoute {
  const chunk = componentChunk(page.load)
  const handle: Handle = { chunk, page }
  // The key keeps the failure to load one page from being shown on the next one.
  const element = <LazyPage key={page.path} chunk={chunk} />
  return { layouts: layoutsOf(page), route: { path: page.path, element, handle } }
}

/** Nests the routes in their layouts; pages with the same layouts share them. */
function nest(members: readonly PageRoute[], depth = 0): RouteObject[] {
  const groups = Map.groupBy(members, ({ layouts }) => layouts[depth])
  return [...groups].flatMap(([layout, group]) => {
    if (!layout) return group.map(({ route }) => route)
    const handle: Handle = { chunk: layout.chunk }
    return [{ element: layout.element, handle, children: nest(group, depth + 1) }]
  })
}

export const routes: RouteObject[] = nest(pages.map(pageRoute))

function handlesAt(pathname: string): Handle[] {
  return (matchRoutes(routes, pathname) ?? []).map(({ route }) => route.handle)
}

/** The page at an address. */
export function pageAt(pathname: string): Page | undefined {
  return handlesAt(pathname).at(-1)?.page
}

/** Loads the code of the page at `pathname` and of its layouts. Rejects with `ChunkLoadError`. */
export async function loadPage(pathname: string): Promise<void> {
  await Promise.all(handlesAt(pathname).map(({ chunk }) => chunk?.load()))
}

const loading = new Map<string, Promise<void>>()

/**
 * Loads what a link to `pathname` leads to: its page, or the login for visitors who need one first. Returns
 * nothing if that is loaded, and otherwise always the same promise, which also resolves when the code could not
 * be loaded: the page itself shows that.
 */
export function preload(pathname: string): Promise<void> | undefined {
  const handles = handlesAt(pathname)
  const needsLogin = handles.at(-1)?.page?.access !== 'everyone' && !readSession()
  const all = needsLogin ? [...handles.slice(0, -1), ...handlesAt('/login')] : handles
  const chunks = all.flatMap(({ chunk }) => chunk ?? [])
  if (chunks.every(({ loaded }) => loaded)) return undefined
  const key = `${pathname} ${needsLogin}`
  const begun = loading.get(key)
  if (begun) return begun
  const settled = Promise.allSettled(chunks.map((chunk) => chunk.load())).then(() => undefined)
  loading.set(key, settled)
  return settled
}

/** Loads the data of the page that a logged-in user's link leads to. If it fails, the page loads it itself. */
export function prefetchData({ pathname, search }: Pick<URL, 'pathname' | 'search'>): void {
  if (!readSession()) return
  pageAt(pathname)
    ?.load()
    .then(({ prefetch }) => prefetch?.(search))
    .catch(() => {})
}

/** The modules that a page needs, as paths from `web/`; only in the server's build. */
export function modulesOf(page: Page): string[] {
  return [...layoutsOf(page), page].flatMap(({ module }) => (module ? [module] : []))
}
