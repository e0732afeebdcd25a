import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type {
  CreateRenderer,
  PublicData,
  RendererOptions,
  SiteRenderer,
} from '#contract/rendering/site-renderer.ts'

/** Opens the renderer of the pages that are built in `root`. Throws if there are none. */
export async function openRenderer(
  root: string,
  options: Pick<RendererOptions, 'siteUrl' | 'offered' | 'data'>,
): Promise<SiteRenderer> {
  const entry = join(root, '.server/server-entry.js')
  if (!existsSync(entry)) throw new Error(`There is no built site in ${root}: npm run build`)
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  const built: { createRenderer: CreateRenderer } = await import(pathToFileURL(entry).href)
  return built.createRenderer({
    template: read('index.html'),
    manifest: JSON.parse(read('.vite/manifest.json')),
    ...options,
  })
}

const none = () => Promise.reject(new Error('This renderer has no data'))

/** For a renderer that reads no data by itself. */
export const NO_DATA: PublicData = {
  clinic: none,
  calendar: none,
  team: none,
  treatmentsOn: none,
  nextTimes: none,
  legalPage: none,
}
