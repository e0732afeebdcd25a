import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes `sitemap.xml` with the addresses in `paths`, and `robots.txt`; `origin` is the site's own. */
export async function writeCrawlerFiles(
  outDir: string,
  origin: string,
  paths: readonly string[],
): Promise<void> {
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `  <url><loc>${origin}${path}</loc></url>`),
    '</urlset>',
  ]
  const robots = [
    'User-agent: *',
    'Disallow: /dashboard',
    'Disallow: /appointment',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
  ]
  await writeFile(join(outDir, 'sitemap.xml'), `${sitemap.join('\n')}\n`)
  await writeFile(join(outDir, 'robots.txt'), `${robots.join('\n')}\n`)
}
