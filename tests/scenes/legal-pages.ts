import type { LegalPage } from '#contract/legal/legal-pages.ts'
import { parseRichText } from '#contract/rich-text/parse-rich-text.ts'

const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3)

/** A text with every kind of block. */
export const LEGAL_TEXT = `# Your rights

You may ask for a copy of your record.
Write to [the clinic](mailto:hello@sprout.example) or [${LONG}](https://example.com/${LONG}).

## How we use information

- To treat your child
- {es} Para recibir pagos

1. Ask us.
2. Read the answer.

### In other languages

{ar} خدمات المساعدة اللغوية متاحة مجانًا.`

const VERSIONS: LegalPage['versions'] = [
  { version: 3, effectiveOn: '2030-01-01', state: 'upcoming' },
  { version: 2, effectiveOn: '2026-01-05', state: 'current' },
  { version: 1, effectiveOn: '2019-01-05', state: 'former' },
].map((each) => ({ ...each, publishedAt: '2026-01-01T12:00:00.000Z' }) as LegalPage['versions'][0])

/** The notice, of which version 1 is an earlier one. */
export function legalNotice(version: number): LegalPage {
  const shown = VERSIONS.find((each) => each.version === version)
  if (!shown) throw new Error(`There is no version ${version}`)
  const { blocks: body } = parseRichText(LEGAL_TEXT)
  const title = 'Notice of Privacy Practices'
  return { page: 'notice', title, ...shown, body, versions: VERSIONS }
}
