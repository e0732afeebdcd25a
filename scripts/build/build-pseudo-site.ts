import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inPseudoLanguage } from '#web/build/in-language.ts'
import { PSEUDO_LANGUAGES } from '#web/build/pseudo-words.ts'
import { buildPages } from './build-pages.ts'

// For the browser tests: builds the pages in each pseudo-language into a folder of the given one.

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder to build into')
for (const language of PSEUDO_LANGUAGES) {
  await buildPages(inPseudoLanguage(language), join(folder, language))
}
// Node otherwise takes the renderers for CommonJS outside of the project.
await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
