import { join } from 'node:path'
import { EXPORT_VERSION } from '#contract/exports/exports.ts'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import type { ExportFile } from '#domain/exports/export-file.ts'

export const EXPORT_FORMAT_PAGE = join(import.meta.dirname, '../docs/export-format.md')

const HEAD = `# Format of the export

The archive that admins download under *Settings → Export* ([rules](requirements.md#moving-out)). This is version ${EXPORT_VERSION}: the
number grows when a file or a column is renamed, removed or means something else. New files and columns
may be added within a version.

\`npm run export:format\` writes this page from the files that \`domain/exports\` declares; a test fails when it is
out of date.

- The archive is a ZIP file. Its files are CSV in UTF-8 with a byte order mark, with commas, and with CRLF after each
  row. The first row has the headers.
- Days are \`2027-03-01\` on the clinic’s calendar, times \`09:00\` in its time zone, and instants
  \`2027-03-01T17:00:00.000Z\` in UTC. Amounts are dollars: \`110.00\`. What is not known is empty.
- A text that a spreadsheet would run as a formula (it begins with \`=\`, \`+\`, \`-\`, \`@\`, a tab or a line break) has an
  apostrophe before it. Leave that out when you read the file; [the import](requirements.md#moving-in) does.
- Ids never change. The same id means the same child, family or appointment in all files.

## manifest.json

The last file: an archive without it is not complete.

| Field | Content |
| --- | --- |
| \`version\` | ${EXPORT_VERSION} |
| \`createdAt\` | when the download began; what changes later may be in a file or not |
| \`files\` | \`name\`, \`rows\` (without the headers), \`bytes\` and \`sha256\` (in hexadecimal) of each other file |`

const KINDS: Record<ImportKind, string> = {
  families: 'families and children',
  appointments: 'coming appointments',
  visits: 'past visits',
  waits: 'waiting list',
}

const cell = (text: string) => text.replaceAll('|', '\\|')

function describeFile({ name, about, readAs, columns }: ExportFile): string {
  const reading = readAs ? ` The import reads it as *${KINDS[readAs]}*.` : ''
  const rows = columns.map((column) => `| ${cell(column.header)} | ${cell(column.about)} |`)
  return [
    `## ${name}\n`,
    `${about}${reading}\n`,
    '| Column | Content |',
    '| --- | --- |',
    ...rows,
  ].join('\n')
}

/** The page that describes these files. */
export const exportFormatPageOf = (files: readonly ExportFile[]): string =>
  `${[HEAD, ...files.map(describeFile)].join('\n\n')}\n`
