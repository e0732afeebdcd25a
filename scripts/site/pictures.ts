import { join } from 'node:path'
import sharp from 'sharp'

/**
 * Draws the pictures that cannot be SVG from the ones that are: the card shown with links to
 * the site (1200 × 630) and the icons for home screens. `web` holds the sources.
 */
export async function drawPictures(web: string, outDir: string): Promise<void> {
  const hero = await sharp(join(web, 'illustrations/hero.svg'), { density: 110 })
    .resize({ width: 600 })
    .toBuffer()
  const card = sharp(join(web, 'illustrations/social-card.svg'))
    .composite([{ input: hero, left: 580, top: 60 }])
    .png({ palette: true })
    .toFile(join(outDir, 'social-card.png'))
  const icon = (size: number, name: string) =>
    sharp(join(web, 'public/favicon.svg'), { density: (72 * size) / 64 })
      .resize(size, size)
      .flatten({ background: '#1d6b57' })
      .png({ palette: true })
      .toFile(join(outDir, name))
  await Promise.all([
    card,
    icon(180, 'apple-touch-icon.png'),
    icon(192, 'icon-192.png'),
    icon(512, 'icon-512.png'),
  ])
}
