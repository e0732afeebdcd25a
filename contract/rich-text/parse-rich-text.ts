import { toEmailAddress } from '../identity/email-address.ts'
import type { RichText, RichTextBlock, RichTextLine, RichTextSpan } from './rich-text.ts'

export const MOST_LINKS = 300
/** Headings, paragraphs and items together: as many as a page can render without delay. */
export const MOST_BLOCKS = 2000

interface ParsedRichText {
  blocks: RichText
  /** What has to be corrected before it can be saved, in sentences. */
  problems: string[]
}

const HEADING = /^(#{1,3})\s+(.+)$/
const ITEM = /^(?:[-*•]|(\d{1,4})[.)])\s+(.+)$/
const LANGUAGE = /^\{([a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3})\}\s+(?=\S)/
/**
 * `[words](address)`; the address has no spaces, and its brackets are paired:
 * `/wiki/Mercury_(planet)`.
 */
const LINK = /\[([^[\]\n]{1,300})\]\(((?:[^\s()]|\([^\s()]*\)){1,2000})\)/g
const LONGEST_ADDRESS = 2000
const IS_SHOWN = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Parses a typed text. Its marks are from Markdown: `# ` to `### ` begin a heading, `- ` or `1. `
 * an item, `[words](address)` is a link, a blank line ends a paragraph. `{es} ` begins a line in
 * another language. Everything else, including HTML, stays text. So does a link to an address that
 * is not allowed, which is also a problem.
 */
export function parseRichText(typed: string): ParsedRichText {
  let links = 0
  let wrongLink: { address: string; row: number } | undefined

  function lineOf(text: string, number: number): RichTextLine {
    const [mark = '', lang = null] = LANGUAGE.exec(text) ?? []
    return { lang, spans: spansOf(text.slice(mark.length), number) }
  }

  function spansOf(text: string, number: number): RichTextSpan[] {
    const spans: RichTextSpan[] = []
    let end = 0
    for (const link of text.matchAll(LINK)) {
      const [whole, words = '', address = ''] = link
      if (!IS_SHOWN.test(words)) continue
      links += 1
      // Converting addresses takes most of the time, and this text is refused anyway.
      if (links > MOST_LINKS) break
      const href = toHref(address)
      if (href === undefined) {
        wrongLink ??= { address, row: number + text.slice(0, link.index).split('\n').length - 1 }
        continue
      }
      if (link.index > end) spans.push(text.slice(end, link.index))
      spans.push({ text: words, href })
      end = link.index + whole.length
    }
    if (end < text.length) spans.push(text.slice(end))
    return spans
  }

  const blocks: RichText = []
  let level = 0
  let paragraph: string[] = []
  let blockCount = 0

  function endParagraph(number: number) {
    if (paragraph.length === 0) return
    const line = lineOf(paragraph.join('\n'), number - paragraph.length)
    blocks.push({ kind: 'paragraph', line })
    paragraph = []
    blockCount += 1
  }

  const rows = typed.split('\n')
  for (const [index, row] of rows.entries()) {
    const text = row.trim()
    const number = index + 1
    const heading = HEADING.exec(text)
    const item = ITEM.exec(text)
    if (text && !heading && !item) {
      paragraph.push(text)
      continue
    }
    endParagraph(number)
    if (heading) {
      level = Math.min((heading[1] ?? '').length, level + 1)
      blocks.push({ kind: 'heading', level, line: lineOf(heading[2] ?? '', number) })
      blockCount += 1
    }
    if (item) {
      const line = lineOf(item[2] ?? '', number)
      const place = item[1] === undefined ? null : Number(item[1])
      const last = blocks.at(-1)
      if (continues(last, place)) last.items.push(line)
      else blocks.push({ kind: 'list', start: place, items: [line] })
      blockCount += 1
    }
  }
  endParagraph(rows.length + 1)

  const problems = [
    wrongLink && describeWrongLink(wrongLink),
    links > MOST_LINKS && `The text has more than ${MOST_LINKS} links`,
    blockCount > MOST_BLOCKS &&
      `The text has more than ${MOST_BLOCKS} headings, paragraphs and items`,
  ]
  return { blocks, problems: problems.filter((problem) => typeof problem === 'string') }
}

function describeWrongLink({ address, row }: { address: string; row: number }): string {
  return `Line ${row}: a link can’t lead to “${address.slice(0, 60)}”. Begin its address with https://, mailto: or tel:, or with / for a page of this site.`
}

/** Whether an item continues the last list. A number out of sequence begins a new list. */
function continues(
  last: RichTextBlock | undefined,
  place: number | null,
): last is RichTextBlock & { kind: 'list' } {
  if (last?.kind !== 'list') return false
  return place === null
    ? last.start === null
    : last.start !== null && last.start + last.items.length === place
}

const SITE = 'https://this-site.invalid'

/** The address of a link as browsers read it; undefined when it is not allowed. */
function toHref(typed: string): string | undefined {
  const href = readAddress(typed)
  return href && href.length <= LONGEST_ADDRESS ? href : undefined
}

function readAddress(typed: string): string | undefined {
  if (typed.startsWith('mailto:')) {
    const email = toEmailAddress(typed.slice('mailto:'.length))
    return email && `mailto:${email}`
  }
  if (typed.startsWith('tel:')) return /^tel:\+?[\d.-]{3,25}$/.test(typed) ? typed : undefined
  if (typed.startsWith('/')) {
    const url = URL.canParse(typed, SITE) ? new URL(typed, SITE) : null
    const path = url?.href.slice(SITE.length)
    return url?.origin === SITE && !path?.startsWith('//') ? path : undefined
  }
  if (!/^https?:\/\//i.test(typed) || !URL.canParse(typed)) return undefined
  const url = new URL(typed)
  // Some international hosts have brackets once they are converted.
  const isHost = !/[()]/.test(url.host) && `${url.username}${url.password}` === ''
  return isHost ? url.href : undefined
}

/** The typed form of a text; parsing it returns the same text. */
export function formatRichText(text: RichText): string {
  return text.map(formatBlock).join('\n\n')
}

function formatBlock(block: RichTextBlock): string {
  if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${formatLine(block.line)}`
  if (block.kind === 'paragraph') return formatLine(block.line)
  const { start } = block
  return block.items
    .map((item, index) => `${start === null ? '-' : `${start + index}.`} ${formatLine(item)}`)
    .join('\n')
}

function formatLine({ lang, spans }: RichTextLine): string {
  const text = spans.map((span) =>
    typeof span === 'string' ? span : `[${span.text}](${span.href})`,
  )
  return `${lang ? `{${lang}} ` : ''}${text.join('')}`
}
