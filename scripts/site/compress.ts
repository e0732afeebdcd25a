import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** Below this many bytes a compressed answer is no faster. */
const WORTH_IT = 512

/** Writes `.br` and `.gz` beside every text file of the built site that gets smaller by it. */
export async function compress(root: string): Promise<void> {
  const files = globSync('**/*.{html,js,css,svg,json,xml,txt,webmanifest}', { cwd: root })
  await Promise.all(
    files.map(async (name) => {
      const file = join(root, name)
      const text = await readFile(file)
      if (text.length < WORTH_IT) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      }
      await writeFile(`${file}.br`, await brotli(text, { params }))
      await writeFile(`${file}.gz`, await gz(text, { level: 9 }))
    }),
  )
}
