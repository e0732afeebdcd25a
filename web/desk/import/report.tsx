import { useMutation } from '@tanstack/react-query'
import {
  DUPLICATE_DECISIONS,
  type DuplicateDecision,
  type ImportView,
  type ListedRow,
  MOST_LISTED,
  ROW_OUTCOMES,
} from '#contract/imports/imports.ts'
import { familyPage } from '#web/both/appointments/booked-family.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { RadioChips } from '#web/components/forms/radio-chips.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import { requestFile } from '#web/lib/api/request.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { OUTCOME_NAMES } from './import-words.ts'

/** How many rows have each outcome. */
export function Counts({ counts }: Pick<ImportView, 'counts'>) {
  if (!counts) return null
  return (
    <dl
      aria-label="Rows"
      className="grid w-fit grid-cols-[auto_auto] gap-x-6 gap-y-1 text-lg tabular-nums"
    >
      {ROW_OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => (
        <div key={outcome} className="contents">
          <dt>{OUTCOME_NAMES[outcome]}</dt>
          <dd className="text-end font-bold">{counts[outcome].toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Rows of which an admin should know, each with its number and sentence. */
export function RowList({ title, rows }: { title: string; rows: readonly ListedRow[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-label={title} className="max-w-2xl">
      <h3 className="text-xl">{title}</h3>
      <DividedList>
        {rows.map(({ row, name, sentence }) => (
          <li key={row} className="py-3 wrap-anywhere">
            <p className="font-bold">
              Row {row}
              {name && `: ${name}`}
            </p>
            <p>{sentence}</p>
          </li>
        ))}
      </DividedList>
      {rows.length === MOST_LISTED && (
        <p className="mt-2 text-muted">The first {MOST_LISTED} rows are listed.</p>
      )}
    </section>
  )
}

/** Refused rows, and a file of them to be repaired. */
export function RefusedRows({ shown: { _id, refused, counts } }: { shown: ImportView }) {
  const download = useMutation({
    mutationFn: () => requestFile(`/imports/${_id}/refused`, { accept: 'text/csv' }),
    onSuccess: (file) => saveFile(file, 'refused-rows.csv'),
  })
  if (!counts || counts.refused + counts.duplicate === 0) return null
  return (
    <div className="grid gap-4">
      <RowList title="Refused" rows={refused} />
      {download.isError && <FormAlert>{download.error.message}</FormAlert>}
      <div>
        <Button look="secondary" busy={download.isPending} onClick={() => download.mutate()}>
          Download refused rows
        </Button>
      </div>
      <p className="text-muted">
        Repair them in a spreadsheet, and import that file. It also has the rows of families that
        may be known.
      </p>
    </div>
  )
}

interface DuplicatesProps {
  rows: ImportView['duplicates']
  /** What the admin has said since the last check, by row. */
  decisions: Readonly<Record<number, DuplicateDecision>>
  busy: boolean
  onDecide: (row: number, decision: DuplicateDecision) => void
  onCheck: () => void
}

/** Families that resemble known ones: the admin says whether each is the same. */
export function Duplicates({ rows, decisions, busy, onDecide, onCheck }: DuplicatesProps) {
  if (rows.length === 0) return null
  const hasDecided = Object.keys(decisions).length > 0
  return (
    <section aria-label="Perhaps known families" className="grid max-w-2xl gap-3">
      <h3 className="text-xl">Perhaps known families</h3>
      <p className="text-muted">
        Nothing is merged by itself. Rows without an answer are not imported.
      </p>
      <ul className="grid gap-3">
        {rows.map(({ row, name, sentence, family, decision }) => (
          <li key={row}>
            <Card className="grid gap-2 wrap-anywhere">
              <p>
                {sentence}
                {family && (
                  <>
                    {' '}
                    <InlineLink to={familyPage({ id: family._id })}>{family.name}</InlineLink>
                  </>
                )}
              </p>
              <RadioChips
                legend={`Row ${row}: ${name}`}
                options={DUPLICATE_DECISIONS.map((value) => ({ value, label: SAID[value] }))}
                value={decisions[row] ?? decision ?? undefined}
                disabled={busy}
                onChoose={(said) => {
                  if (!busy) onDecide(row, said)
                }}
              />
            </Card>
          </li>
        ))}
      </ul>
      {hasDecided && (
        <div>
          <Button look="secondary" busy={busy} onClick={onCheck}>
            Check with these answers
          </Button>
        </div>
      )}
    </section>
  )
}

const SAID: Record<DuplicateDecision, string> = {
  same: 'Same family',
  different: 'Different family',
  later: 'Decide later',
}
