import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** The README's screenshots: name, and the height that is shown. */
const CHOSEN: readonly { picture: string; height: number }[] = [
  { picture: 'home-1440-light', height: 1000 },
  { picture: 'home-1440-dark', height: 1000 },
  { picture: 'treatments-1440-light', height: 1000 },
  { picture: 'dashboard-1440-light', height: 700 },
  { picture: 'home-390-light', height: 844 },
  { picture: 'slots-390-light', height: 844 },
  { picture: 'payment-390-dark', height: 844 },
  { picture: 'workspace-calendar-1440-light', height: 900 },
  { picture: 'workspace-calendar-1440-dark', height: 900 },
  { picture: 'workspace-list-1440-light', height: 900 },
  { picture: 'workspace-list-1440-dark', height: 900 },
  { picture: 'todo-calls-1440-light', height: 1150 },
  { picture: 'todo-calls-1440-dark', height: 1150 },
  { picture: 'insights-1440-light', height: 1000 },
  { picture: 'insights-1440-dark', height: 1000 },
  { picture: 'flows-1440-light', height: 1000 },
]

/** Copies the chosen screenshots from `from` to `to`, cropped and compressed. */
export async function writeGallery(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await Promise.all(
    CHOSEN.map(async ({ picture, height }) => {
      const image = sharp(join(from, `${picture}.png`))
      const { width, height: whole } = await image.metadata()
      await image
        .extract({ left: 0, top: 0, width, height: Math.min(height, whole) })
        .resize({ width: Math.min(width, 960) })
        .webp({ quality: 78, effort: 6 })
        .toFile(join(to, `${picture}.webp`))
    }),
  )
}
