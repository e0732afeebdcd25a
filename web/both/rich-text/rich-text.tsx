import { Fragment, type ReactNode } from 'react'
import type {
  RichTextBlock,
  RichTextLine,
  RichTextSpan,
  RichText as Text,
} from '#contract/rich-text/rich-text.ts'
import { InlineLink } from '#web/components/text-link.tsx'

interface RichTextProps {
  text: Text
  /** The level of the text's first headings. */
  top?: 2 | 3
}

/** A text that the clinic wrote: docs/decisions/024-texts-of-the-clinic.md. */
export function RichText({ text, top = 2 }: RichTextProps) {
  return inOrder(text, (block) => <Block block={block} top={top} />)
}

function Block({ block, top }: { block: RichTextBlock; top: number }) {
  if (block.kind === 'heading') {
    const Heading = `h${top + block.level - 1}` as 'h2'
    return (
      <Heading
        {...attributesOf(block.line)}
        className={`mt-6 font-extrabold ${SIZES[block.level - 1]}`}
      >
        <Line {...block.line} />
      </Heading>
    )
  }
  if (block.kind === 'paragraph') {
    return (
      <p {...attributesOf(block.line)} className="mt-4">
        <Line {...block.line} />
      </p>
    )
  }
  const items = inOrder(block.items, (item) => (
    <li {...attributesOf(item)}>
      <Line {...item} />
    </li>
  ))
  return block.start === null ? (
    <ul className="mt-4 list-disc ps-6">{items}</ul>
  ) : (
    <ol start={block.start} className="mt-4 list-decimal ps-6">
      {items}
    </ol>
  )
}

const SIZES = ['text-2xl', 'text-xl', 'text-lg']

/** Each line runs in the direction of its own script. */
const attributesOf = ({ lang }: RichTextLine) => ({ dir: 'auto', lang: lang ?? undefined })

function Line({ spans }: RichTextLine) {
  return inOrder(spans, (span) => <Span span={span} />)
}

function Span({ span }: { span: RichTextSpan }) {
  // The router takes addresses of other sites, emails and phones, too.
  if (typeof span !== 'string') return <InlineLink to={span.href}>{span.text}</InlineLink>
  return inOrder(span.split('\n'), (row, index) => (
    <>
      {index > 0 && <br />}
      {row}
    </>
  ))
}

function inOrder<Part>(parts: readonly Part[], render: (part: Part, index: number) => ReactNode) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
    <Fragment key={index}>{render(part, index)}</Fragment>
  ))
}
