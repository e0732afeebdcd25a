import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { replace, SITE, siteUrl } from './build-outputs.ts'
import { compress } from './site/compress.ts'
import { writeCrawlerFiles } from './site/crawlers.ts'
import { SERVER_SIDE, writePages } from './site/pages.ts'
import { drawPictures } from './site/pictures.ts'

// The whole site: the browser's chunks, the prerendered public pages, a shell for every other
// screen, what crawlers and home screens want, each with its compressed forms, and `site.json`,
// which tells the server what is there (`server/rendering/site.ts`).

const web = fileURLToPath(new URL('../web', import.meta.url))

type Prerendered = typeof import('../web/app/prerender.tsx')

await replace(SITE, async (folder) => {
  const configFile = join(web, 'vite.config.ts')
  await build({ configFile, logLevel: 'warn', build: { outDir: folder } })

  // It stays with the site, for the pages that the server draws, and brings its packages along.
  const serverSide = join(folder, SERVER_SIDE)
  await build({
    configFile,
    logLevel: 'warn',
    build: { outDir: serverSide, ssr: 'app/prerender.tsx', manifest: false, copyPublicDir: false },
  })
  const site: Prerendered = await import(pathToFileURL(join(serverSide, 'prerender.js')).href)
  await writePages(folder, siteUrl(), site)

  const paths = site.publicPages.map(({ path }) => path)
  await Promise.all([writeCrawlerFiles(folder, siteUrl(), paths), drawPictures(web, folder)])
  await compress(folder)
})
