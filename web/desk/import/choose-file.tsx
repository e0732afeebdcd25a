import { useId, useRef, useState } from 'react'
import { count } from '#contract/count.ts'
import { IMPORT_KINDS, type ImportKind } from '#contract/imports/import-fields.ts'
import { IMPORT_LIMIT_BYTES, type ListedImport } from '#contract/imports/imports.ts'
import type { NewImport } from '#machines/import/import-machine.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { CheckedForm } from '#web/components/forms/checked-form.tsx'
import { describedBy, FieldFrame } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { RadioChips } from '#web/components/forms/radio-chips.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { importPage, KIND_NAMES, STATE_NAMES } from '#web/desk/import/import-words.ts'

interface ChooseFileProps {
  busy: boolean
  message: string | null
  onUpload: (chosen: NewImport) => void
}

const HINT = 'CSV, up to 20 MB and 50,000 rows. Save a workbook as CSV first.'
const TOO_LARGE = 'File must be 20 MB or smaller'

/** A file of the previous system, and what is in it. */
export function ChooseFile({ busy, message, onUpload }: ChooseFileProps) {
  const id = useId()
  const [kind, setKind] = useState<ImportKind>('families')
  const [file, setFile] = useState<File>()
  const [isAsked, setAsked] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const missing = isAsked ? 'Choose a file' : undefined
  const error = file ? (file.size > IMPORT_LIMIT_BYTES ? TOO_LARGE : undefined) : missing
  function submit() {
    if (busy) return
    setAsked(true)
    if (file && !error) onUpload({ kind, file })
    else input.current?.focus()
  }
  return (
    <Card className="max-w-2xl">
      <CheckedForm onSubmit={submit} aria-label="Upload" className="grid gap-5">
        {message && <FormAlert>{message}</FormAlert>}
        <RadioChips
          legend="What is in the file?"
          options={IMPORT_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }))}
          value={kind}
          onChoose={setKind}
        />
        <p className="text-muted">{ABOUT_KIND[kind]}</p>
        <FieldFrame id={id} label="File" hint={HINT} error={error}>
          <input
            ref={input}
            id={id}
            type="file"
            accept=".csv,.txt,.tsv,text/csv"
            onChange={({ target }) => setFile(target.files?.[0])}
            {...describedBy(id, { hint: HINT, error })}
            className="field h-auto py-2 file:me-3 file:cursor-pointer file:font-bold"
          />
        </FieldFrame>
        <div>
          <Button type="submit" busy={busy}>
            Upload
          </Button>
        </div>
      </CheckedForm>
    </Card>
  )
}

const ABOUT_KIND: Record<ImportKind, string> = {
  families: 'A row for each child, with its guardians. Import it before the other files.',
  appointments: 'A row for each coming appointment, with its day, time and treatment.',
  visits: 'A row for each past visit, with its day and treatment. Without any money.',
  waits: 'A row for each child who waits for a time, with the treatment and the days.',
}

/** Earlier imports, each a link to its report. */
export function EarlierImports({ earlier }: { earlier: readonly ListedImport[] }) {
  if (earlier.length === 0) return null
  return (
    <section aria-label="Earlier imports" className="mt-8 max-w-2xl">
      <h2 className="text-2xl">Earlier imports</h2>
      <DividedList>
        {earlier.map(({ _id, kind, state, fileName, rows, uploadedAt }) => (
          <li key={_id} className="py-2">
            <TextLink to={importPage(_id)} className="wrap-anywhere">
              {fileName}
            </TextLink>
            <p className="text-muted">
              {KIND_NAMES[kind]}, {count(rows, 'row')}, {STATE_NAMES[state]},{' '}
              <Instant at={uploadedAt} as="minute" />
            </p>
          </li>
        ))}
      </DividedList>
    </section>
  )
}
