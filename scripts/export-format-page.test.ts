import { expect, it } from 'vitest'
import { EXPORT_FILES } from '#domain/exports/export-files.ts'
import { EXPORT_FORMAT_PAGE, exportFormatPageOf } from './export-format-page.ts'

// `npm run export:format` writes the page.
it('docs/export-format.md describes the files of the export', async () => {
  await expect(exportFormatPageOf(EXPORT_FILES)).toMatchFileSnapshot(EXPORT_FORMAT_PAGE)
})
