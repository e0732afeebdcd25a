import { globSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import sharp from 'sharp'
import { NO_DATA, openRenderer } from '#server/rendering/open-renderer.ts'
import { inLanguage } from '#web/build/in-language.ts'
import { folderOf, LANGUAGES } from '#words/languages.ts'
import { replace, SITE } from './build-outputs.ts'
import { buildPages, WEB } from './build-pages.ts'

// Builds the site in every language.

/** Smaller files are not compressed, in bytes. */
const WORTH_COMPRESSING = 512

await replace(SITE, async (folder) => {
  for (const language of LANGUAGES) {
    const own = join(folder, folderOf(language))
    await buildPages(inLanguage(language), own)
    await checkPages(own)
    // Hashes tell the files of languages apart.
    if (own !== folder) await cp(join(own, 'assets'), join(folder, 'assets'), { recursive: true })
  }
  await drawImages(folder)
  await compress(folder)
})

/** Fails if a page's files are not in the manifest, so that it does not fail on request. */
async function checkPages(folder: string): Promise<void> {
  const renderer = await openRenderer(folder, { siteUrl: '', offered: LANGUAGES, data: NO_DATA })
  for (const path of [...renderer.paths, '*']) renderer.shell(path)
}

/** The images that cannot be SVG: the card for link previews (1200 × 630) and home screen icons. */
async function drawImages(folder: string): Promise<void> {
  const hero = await sharp(join(WEB, 'illustrations/hero.svg'), { density: 110 })
    .resize({ width: 600 })
    .toBuffer()
  const card = sharp(join(WEB, 'illustrations/social-card.svg'))
    .composite([{ input: hero, left: 580, top: 60 }])
    .png({ palette: true })
    .toFile(join(folder, 'social-card.png'))
  const icon = (size: number, name: string) =>
    sharp(join(WEB, 'public/favicon.svg'), { density: (72 * size) / 64 })
      .resize(size, size)
      .flatten({ background: '#1d6b57' })
      .png({ palette: true })
      .toFile(join(folder, name))
  await Promise.all([
    card,
    icon(180, 'apple-touch-icon.png'),
    icon(192, 'icon-192.png'),
    icon(512, 'icon-512.png'),
  ])
}

/** Writes compressed copies of the text files. */
async function compress(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,json,webmanifest}', { cwd: folder })
  await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name)
      const text = await readFile(file)
      if (text.length < WORTH_COMPRESSING) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params }))
      await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }))
    }),
  )
}
