import { useQuery } from '@tanstack/react-query'
import { count } from '#contract/count.ts'
import {
  FIELD_LABELS,
  FIELDS_OF,
  type ImportField,
  NEEDED_FIELDS,
} from '#contract/imports/import-fields.ts'
import { DATE_ORDERS, type ImportMapping, type ImportView } from '#contract/imports/imports.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Fold } from '#web/components/fold.tsx'
import { CheckedForm } from '#web/components/forms/checked-form.tsx'
import { CheckboxField, SelectField } from '#web/components/forms/fields.tsx'
import { RadioChips } from '#web/components/forms/radio-chips.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { sessionChoicesOptions } from '#web/desk/schedule/extra-sessions-api.ts'
import { IMPORT_PAGE, ORDER_NAMES } from './import-words.ts'

interface MappingFormProps {
  shown: ImportView
  mapping: ImportMapping
  busy: boolean
  onChange: (change: Partial<ImportMapping>) => void
  onCheck: () => void
}

/** What the columns, dates and names of a file are. */
export function MappingForm({ shown, mapping, busy, onChange, onCheck }: MappingFormProps) {
  const { kind, provenOrder, needsOrder, missing } = shown
  // As it was saved: a field must not leave its place while it is being changed.
  const isSaved = (field: ImportField) => shown.mapping.columns[field] !== undefined
  const needed = NEEDED_FIELDS[kind]
    .filter((fields) => !fields.some(isSaved))
    .flatMap((fields) => fields.slice(0, 1))
  const isFirst = (field: ImportField) => isSaved(field) || needed.includes(field)
  const fields = FIELDS_OF[kind]
  const [first, further] = [fields.filter(isFirst), fields.filter((field) => !isFirst(field))]
  const column = (field: ImportField) => (
    <ColumnField key={field} field={field} shown={shown} mapping={mapping} onChange={onChange} />
  )
  return (
    <CheckedForm
      onSubmit={() => {
        if (!busy) onCheck()
      }}
      aria-label="Columns"
      className="grid gap-6"
    >
      <Card className="grid gap-5">
        <div className="grid gap-4 *:min-w-0 md:grid-cols-2 xl:grid-cols-3">
          {first.map(column)}
        </div>
        {further.length > 0 && (
          <Fold title={`Further columns (${further.length})`}>
            <div className="mt-3 grid gap-4 *:min-w-0 md:grid-cols-2 xl:grid-cols-3">
              {further.map(column)}
            </div>
          </Fold>
        )}
        {provenOrder && <p>Dates in this file: {ORDER_NAMES[provenOrder].toLowerCase()}.</p>}
        {needsOrder && !provenOrder && (
          <RadioChips
            legend="How does the file write dates like 3/4/2019?"
            options={DATE_ORDERS.map((value) => ({ value, label: ORDER_NAMES[value] }))}
            value={mapping.dateOrder ?? undefined}
            onChoose={(dateOrder) => onChange({ dateOrder })}
          />
        )}
      </Card>
      <OldNames shown={shown} mapping={mapping} onChange={onChange} />
      {kind === 'appointments' && (
        <CheckboxField
          label="Squeeze in appointments at taken times"
          hint="Otherwise they are refused and listed."
          checked={mapping.squeeze}
          onChange={({ target }) => onChange({ squeeze: target.checked })}
        />
      )}
      <div role="status">
        {missing.length > 0 && (
          <>
            <p className="font-bold">Still needed:</p>
            <ul className="list-disc ps-6">
              {missing.map((sentence) => (
                <li key={sentence} className="wrap-anywhere">
                  {sentence}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Check the file
        </Button>
        <ButtonLink look="secondary" to={IMPORT_PAGE}>
          Choose another file
        </ButtonLink>
      </div>
    </CheckedForm>
  )
}

type PartProps = Pick<MappingFormProps, 'shown' | 'mapping' | 'onChange'>

const NOT_IN_FILE = ''

/** Which column has the field, with what the first rows have there. */
function ColumnField({ field, shown, mapping, onChange }: PartProps & { field: ImportField }) {
  const column = mapping.columns[field]
  const examples = shown.examples
    .map((row) => (column === undefined ? '' : (row[column] ?? '')))
    .filter(Boolean)
  function choose(value: string) {
    const { [field]: _, ...others } = mapping.columns
    onChange({ columns: value === NOT_IN_FILE ? others : { ...others, [field]: Number(value) } })
  }
  return (
    <SelectField
      label={FIELD_LABELS[field]}
      hint={
        examples.length > 0 && (
          <span className="wrap-anywhere">Such as {[...new Set(examples)].join(', ')}</span>
        )
      }
      options={[
        { value: NOT_IN_FILE, label: 'Not in this file' },
        ...shown.headers.map((header, index) => ({
          value: index,
          label: header || `Column ${index + 1}`,
        })),
      ]}
      value={column ?? NOT_IN_FILE}
      onChange={({ target }) => choose(target.value)}
    />
  )
}

const NONE = 'none'

/** What the treatments and doctors of the previous system are here. */
function OldNames({ shown, mapping, onChange }: PartProps) {
  const isNeeded = shown.treatments.length > 0 || shown.doctors.length > 0
  const query = useQuery({ ...sessionChoicesOptions, enabled: isNeeded })
  if (!isNeeded) return null
  return (
    <Loaded query={query} what="treatments and doctors">
      {({ treatments, doctors }) => (
        <>
          <Names
            title="Treatments"
            found={shown.treatments}
            none="Leave out"
            choices={treatments.filter(({ active }) => active)}
            mapped={mapping.treatments.map(({ name, treatment }) => ({ name, ours: treatment }))}
            onMap={(all) =>
              onChange({ treatments: all.map(({ name, ours }) => ({ name, treatment: ours })) })
            }
          />
          <Names
            title="Doctors"
            found={shown.doctors}
            none="Any doctor who is free"
            choices={doctors}
            mapped={mapping.doctors.map(({ name, doctor }) => ({ name, ours: doctor }))}
            onMap={(all) =>
              onChange({ doctors: all.map(({ name, ours }) => ({ name, doctor: ours })) })
            }
          />
        </>
      )}
    </Loaded>
  )
}

interface MappedName {
  name: string
  ours: string | null
}

interface NamesProps {
  title: string
  found: ImportView['treatments']
  /** What a name without one of ours means. */
  none: string
  choices: readonly { _id: string; name: string }[]
  mapped: readonly MappedName[]
  onMap: (all: MappedName[]) => void
}

function Names({ title, found, none, choices, mapped, onMap }: NamesProps) {
  if (found.length === 0) return null
  const chosenFor = (name: string) => {
    const one = mapped.find((other) => other.name === name)
    return one ? (one.ours ?? NONE) : ''
  }
  const choose = (name: string, value: string) =>
    onMap([
      ...mapped.filter((other) => other.name !== name),
      { name, ours: value === NONE ? null : value },
    ])
  return (
    <Card className="grid gap-4">
      <h3 className="text-xl">{title}</h3>
      <div className="grid gap-4 *:min-w-0 md:grid-cols-2 xl:grid-cols-3">
        {found.map(({ name, rows }) => (
          <SelectField
            key={name}
            label={name}
            hint={count(rows, 'row')}
            placeholder="Choose"
            options={[
              { value: NONE, label: none },
              ...choices.map((one) => ({ value: one._id, label: one.name })),
            ]}
            value={chosenFor(name)}
            onChange={({ target }) => choose(name, target.value)}
          />
        ))}
      </div>
    </Card>
  )
}
