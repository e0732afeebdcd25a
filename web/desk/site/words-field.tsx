import type { Words } from '#contract/site/unconfirmed.ts'
import { Button } from '#web/components/button.tsx'
import { FieldError } from '#web/components/forms/field-error.tsx'
import { SelectField, TextAreaField, TextField } from '#web/components/forms/fields.tsx'
import { LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { richTextField } from '#web/desk/rich-text/rich-text-chunk.ts'
import type { FieldSpec } from './fields.ts'

/** The most kilobytes of a story, as in the schema. */
const MOST_STORY = 10

interface WordsFieldProps<Spec extends FieldSpec = FieldSpec> {
  spec: Spec
  value: unknown
  /** Messages by the path of their field: `reasons.0.title`. */
  errors: Readonly<Record<string, string>>
  path: string
  readOnly: boolean
  onChange: (value: unknown) => void
  /** Called when a row is removed; `value` is without it. */
  onRemove?: ((value: unknown) => void) | undefined
}

/** The field of one part of a section: a text, a list of texts, a choice, or rows. */
export function WordsField(props: WordsFieldProps) {
  const { spec, value, errors, path, readOnly, onChange } = props
  if (spec.kind === 'rows') return <Rows {...props} spec={spec} />
  const { label } = spec
  // For a list, the first error of its texts.
  const [, error] =
    Object.entries(errors).find(([at]) => at === path || at.startsWith(`${path}.`)) ?? []
  if (spec.kind === 'choice') {
    return (
      <SelectField
        label={label}
        error={error}
        disabled={readOnly}
        options={spec.options}
        value={String(value)}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  }
  if (spec.kind === 'story') {
    const story = { label, error, readOnly, value: String(value), most: MOST_STORY, onChange }
    return (
      <LazyComponent
        chunk={richTextField}
        props={story}
        waiting={<Spinner label={`Loading ${label}`} />}
      />
    )
  }
  const shared = { label, hint: spec.hint, error, readOnly }
  const separator = { lines: '\n', paragraphs: '\n\n' }[spec.kind as string]
  if (separator !== undefined) {
    return (
      <TextAreaField
        {...shared}
        rows={6}
        value={(value as string[]).join(separator)}
        onChange={({ target }) => onChange(target.value.split(separator))}
      />
    )
  }
  const Field = spec.kind === 'text' ? TextAreaField : TextField
  return (
    <Field
      {...shared}
      {...(spec.kind === 'text' ? { rows: 3 } : { autoComplete: 'off' })}
      {...(spec.kind === 'date' && { type: 'date' })}
      value={String(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type RowsProps = WordsFieldProps<Extract<FieldSpec, { kind: 'rows' }>>

function Rows({ spec, value, errors, path, readOnly, onChange, onRemove }: RowsProps) {
  const rows = value as readonly Words[]
  const { label, fields, most } = spec
  const change = (index: number, row: Words) => onChange(rows.with(index, row))
  return (
    <div className="grid gap-4">
      {rows.map((row, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity.
          key={index}
          className="grid gap-4 rounded-2xl border border-line p-4"
        >
          <legend className="px-1 font-bold">
            {label} {index + 1}
          </legend>
          {fields.map((field) => (
            <WordsField
              key={field.name}
              spec={field}
              value={row[field.name]}
              errors={errors}
              path={`${path}.${index}.${field.name}`}
              readOnly={readOnly}
              onChange={(typed) => change(index, { ...row, [field.name]: typed })}
            />
          ))}
          <div>
            <Button
              look="quiet"
              disabled={readOnly}
              onClick={() => (onRemove ?? onChange)(rows.toSpliced(index, 1))}
            >
              Remove <span className="sr-only">{`${label} ${index + 1}`}</span>
            </Button>
          </div>
        </fieldset>
      ))}
      <FieldError>{errors[path]}</FieldError>
      {rows.length < most && (
        <div>
          <Button
            look="secondary"
            disabled={readOnly}
            onClick={() =>
              onChange([...rows, Object.fromEntries(fields.map(({ name }) => [name, '']))])
            }
          >
            Add a {label.toLowerCase()}
          </Button>
        </div>
      )}
    </div>
  )
}
