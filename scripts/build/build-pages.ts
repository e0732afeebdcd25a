import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Plugin } from 'vite'

/** The sources of the pages. */
export const WEB = fileURLToPath(new URL('../../web', import.meta.url))

/**
 * Builds the pages of a language into `folder`: browsers' files, and `.server/server-entry.js`, which renders
 * pages on the server.
 * @param inItsLanguage puts the language's words into the pages
 */
export async function buildPages(inItsLanguage: Plugin, folder: string): Promise<void> {
  const options: InlineConfig = {
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [inItsLanguage],
  }
  await build({ ...options, build: { outDir: folder } })
  await build({
    ...options,
    build: {
      outDir: join(folder, '.server'),
      ssr: 'app/server-entry.tsx',
      manifest: false,
      copyPublicDir: false,
    },
  })
  await hashEarlyScript(folder)
}

/** Names the script that runs before the first paint by its content, so that it can be cached forever. */
async function hashEarlyScript(folder: string): Promise<void> {
  const [script, template] = [join(folder, 'early.js'), join(folder, 'index.html')]
  const hash = createHash('sha256')
    .update(await readFile(script))
    .digest('hex')
  const name = `/assets/early-${hash.slice(0, 8)}.js`
  await rename(script, join(folder, name))
  await writeFile(template, (await readFile(template, 'utf8')).replace('/early.js', name))
}
