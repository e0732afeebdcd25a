import { type ComponentProps, Fragment, useDeferredValue, useId, useMemo } from 'react'
import { parseRichText } from '#contract/rich-text/parse-rich-text.ts'
import { byteLength } from '#contract/rich-text/typed-rich-text.ts'
import { RichText } from '#web/both/rich-text/rich-text.tsx'
import { type FieldProps, TextAreaField } from '#web/components/forms/fields.tsx'

interface RichTextFieldProps
  extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'>,
    Omit<FieldProps, 'hint'> {
  /** The text as typed. */
  value: string
  onChange: (typed: string) => void
  /** Kilobytes; the schema refuses more. */
  most: number
}

/** A field for a text of the clinic, with its marks and a preview of what the site shows. */
export default function RichTextField({ value, onChange, most, ...field }: RichTextFieldProps) {
  const id = useId()
  // Parsed between keystrokes, because it may be long.
  const shown = useDeferredValue(value)
  const { blocks } = useMemo(() => parseRichText(shown), [shown])
  const size = useMemo(() => byteLength(shown), [shown])
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <div>
        <TextAreaField
          rows={16}
          {...field}
          hint={<Marks />}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
        <p className="mt-1 text-sm text-muted">
          {Math.ceil(size / 1000)} of {most} kB
        </p>
      </div>
      <section aria-labelledby={id} className="min-w-0">
        <h3 id={id} className="text-base">
          Preview
        </h3>
        {blocks.length > 0 ? (
          <RichText text={blocks} top={3} />
        ) : (
          <p className="mt-4 text-muted">Nothing is written yet.</p>
        )}
      </section>
    </div>
  )
}

const MARKS = [
  '# Heading',
  '## Smaller heading',
  '- Item',
  '1. Item',
  '[words of a link](https://example.com)',
]

function Marks() {
  return (
    <>
      {MARKS.map((mark) => (
        <Fragment key={mark}>
          <Mark>{mark}</Mark>{' '}
        </Fragment>
      ))}
      A blank line begins a new paragraph; <Mark>{'{es}'}</Mark> before a line says that it is in
      Spanish.
    </>
  )
}

function Mark({ children }: { children: string }) {
  return (
    <code className="rounded bg-base-200 px-1 wrap-anywhere text-base-content">{children}</code>
  )
}
