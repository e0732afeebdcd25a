import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import { countTill } from '#contract/front-desk/cash-payments-calls.ts'
import {
  type CountKind,
  type TillCount,
  type TillDay,
  tillDay,
} from '#contract/front-desk/tills.ts'
import { formatAmount, toCents, toDollars } from '#contract/money.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Fold } from '#web/components/fold.tsx'
import { CheckedForm } from '#web/components/forms/checked-form.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { FormDialog } from '#web/components/forms/form-dialog.tsx'
import { StaleAlert } from '#web/components/forms/stale-alert.tsx'
import { toast } from '#web/components/toasts.tsx'
import { chooseTill, useTill } from '#web/desk/appointments/this-till.ts'
import { send } from '#web/lib/api/send.ts'
import { currentOf } from '#web/lib/api/stale.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { Denominations } from './denominations.tsx'

const NAMES: Record<CountKind, string> = { float: 'Opening float', count: 'Counted cash' }

interface TillsProps {
  tills: readonly TillDay[]
  date: IsoDate
  today: IsoDate
}

/** The tills of a day: what was in them, who counted them, and the difference. */
export function Tills({ tills, date, today }: TillsProps) {
  const [counting, setCounting] = useState<{ till: string; kind: CountKind }>()
  const open = tills.find(({ till }) => till === counting?.till)
  return (
    <section aria-labelledby="tills">
      <h2 id="tills" className="mb-3 text-2xl">
        {tills.length === 1 ? 'Till' : 'Tills'}
      </h2>
      <ul aria-label="Tills" className="grid gap-4 lg:grid-cols-2">
        {tills.map((till) => (
          <li key={till.till}>
            <Till
              day={till}
              today={today}
              isChoosable={tills.length > 1}
              onCount={(kind) => setCounting({ till: till.till, kind })}
            />
          </li>
        ))}
        {tills.length > 1 && (
          <li>
            <AllTills tills={tills} />
          </li>
        )}
      </ul>
      {open && counting && (
        <CountDialog
          day={open}
          kind={counting.kind}
          date={date}
          onClose={() => setCounting(undefined)}
        />
      )}
    </section>
  )
}

interface TillProps {
  day: TillDay
  today: IsoDate
  /** Whether there are several tills, one of which this computer stands at. */
  isChoosable: boolean
  onCount: (kind: CountKind) => void
}

function Till({ day, today, isChoosable, onCount }: TillProps) {
  const { till, float, count, expected, difference, history } = day
  const isHere = useTill(today) === till
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-xl wrap-anywhere">{till}</h3>
        {isChoosable &&
          (isHere ? (
            <p className="font-bold">This computer</p>
          ) : (
            <Button
              look="secondary"
              className="min-h-11 px-4 print:hidden"
              onClick={() => chooseTill(till, today)}
            >
              Use on this computer
            </Button>
          ))}
      </div>
      <dl className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1">
        <CountLine kind="float" count={float} till={till} onCount={onCount} />
        <CashLines of={day} />
        <Line name="Expected in the till">
          {expected === null ? 'Enter the float first' : formatAmount(expected)}
        </Line>
        <CountLine kind="count" count={count} till={till} onCount={onCount} />
        <Difference of={difference} />
      </dl>
      {history.length > 2 && <Corrections history={history} />}
    </Card>
  )
}

/** The money in all tills together; unknown until each of them was counted. */
function AllTills({ tills }: { tills: readonly TillDay[] }) {
  // In cents, because sums of dollars are not exact.
  const sum = (of: (till: TillDay) => number | null | undefined) => {
    const amounts = tills.map(of)
    const known = amounts.filter((amount) => typeof amount === 'number')
    if (known.length < amounts.length) return null
    return toDollars(known.reduce((total, amount) => total + toCents(amount), 0))
  }
  const known = (amount: number | null) =>
    amount === null ? 'Not known yet' : formatAmount(amount)
  return (
    <Card>
      <h3 className="text-xl">All tills</h3>
      <dl className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1">
        <Line name="Opening floats">{known(sum(({ float }) => float?.amount))}</Line>
        <CashLines
          of={{
            taken: sum((till) => till.taken) ?? 0,
            refunded: sum((till) => till.refunded) ?? 0,
          }}
        />
        <Line name="Expected in the tills">{known(sum(({ expected }) => expected))}</Line>
        <Line name="Counted cash">{known(sum(({ count }) => count?.amount))}</Line>
        <Difference of={sum(({ difference }) => difference)} />
      </dl>
    </Card>
  )
}

function CashLines({ of: { taken, refunded } }: { of: Pick<TillDay, 'taken' | 'refunded'> }) {
  return (
    <>
      <Line name="Cash taken">{formatAmount(taken)}</Line>
      <Line name="Cash handed back">{formatAmount(refunded)}</Line>
    </>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt>{name}</dt>
      <dd className="text-end tabular-nums">{children}</dd>
    </div>
  )
}

function Difference({ of: difference }: { of: number | null }) {
  return (
    <div className="contents font-extrabold">
      <dt>Difference</dt>
      <dd className={`text-end tabular-nums ${difference ? 'text-error' : ''}`}>
        {describeDifference(difference)}
      </dd>
    </div>
  )
}

function describeDifference(difference: number | null): string {
  if (difference === null) return 'Not known yet'
  if (difference === 0) return 'None'
  const amount = formatAmount(Math.abs(difference))
  return difference < 0 ? `${amount} missing` : `${amount} too much`
}

interface CountLineProps extends Pick<TillProps, 'onCount'> {
  kind: CountKind
  count: TillCount | null
  till: string
}

function CountLine({ kind, count, till, onCount }: CountLineProps) {
  return (
    <div className="contents">
      <dt>
        <span className="font-bold">{NAMES[kind]}</span>
        {count && (
          <span className="block text-sm text-muted">
            {count.by ?? 'Unknown'}, <Instant at={count.at} as="exact" />
            {count.note && `: ${count.note}`}
          </span>
        )}
      </dt>
      <dd className="text-end tabular-nums">
        {count && <span className="mb-1 block font-bold">{formatAmount(count.amount)}</span>}
        <Button
          look="secondary"
          className="min-h-11 px-4 print:hidden"
          aria-label={`${count ? 'Correct' : 'Enter'} ${NAMES[kind].toLowerCase()}: ${till}`}
          onClick={() => onCount(kind)}
        >
          {count ? 'Correct' : 'Enter'}
        </Button>
      </dd>
    </div>
  )
}

function Corrections({ history }: { history: readonly TillCount[] }) {
  return (
    <Fold title="Every count" className="mt-2 print:hidden">
      <ol aria-label="Every count" className="mt-2 grid gap-2 text-sm">
        {history.map(({ kind, version, amount, note, by, at }) => (
          <li key={`${kind} ${version}`} className="border-s-2 border-line ps-3">
            {NAMES[kind]}: {formatAmount(amount)}
            {note && `, ${note}`}
            <span className="block text-muted">
              {by ?? 'Unknown'}, <Instant at={at} as="exact" />
            </span>
          </li>
        ))}
      </ol>
    </Fold>
  )
}

interface CountDialogProps {
  day: TillDay
  kind: CountKind
  date: IsoDate
  onClose: () => void
}

function CountDialog({ day, kind, date, onClose }: CountDialogProps) {
  const queries = useQueryClient()
  const [opened] = useState(day[kind])
  const [theirs, setTheirs] = useState<TillCount | null>()
  const known = theirs === undefined ? opened : theirs
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  useUnsavedChanges(amount !== '' || note !== '')
  const refresh = () => queries.invalidateQueries({ queryKey: ['closing', date] })
  const saving = useMutation({
    mutationFn: () =>
      send(countTill, {
        params: { date },
        body: { till: day.till, kind, version: known?.version ?? 0, amount: Number(amount), note },
      }),
    onSuccess: async () => {
      await refresh()
      toast.success(`${NAMES[kind]} saved`)
      onClose()
    },
    onError: (error) => {
      const current = currentOf(error, tillDay)
      if (current) setTheirs(current[kind])
      void refresh()
    },
  })
  const isStale = currentOf(saving.error, tillDay) !== undefined
  return (
    <FormDialog
      open
      title={`${NAMES[kind]}: ${day.till}`}
      onClose={onClose}
      busy={saving.isPending}
    >
      <CheckedForm onSubmit={() => saving.mutate()} className="grid gap-4">
        {theirs && (
          <StaleAlert changes={[{ label: NAMES[kind], now: formatAmount(theirs.amount) }]} />
        )}
        {known && !theirs && (
          <p>
            {formatAmount(known.amount)} was entered by {known.by ?? 'someone'}. It is kept beside
            the correction.
          </p>
        )}
        <TextField
          label="Amount in dollars"
          type="number"
          inputMode="decimal"
          min={0}
          max={100_000}
          step="0.01"
          required
          data-autofocus
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
          error={isStale ? undefined : saving.error?.message}
        />
        <Denominations onSum={(cents) => setAmount(toDollars(cents).toFixed(2))} />
        {known && (
          <TextField
            label="Reason for the correction"
            required
            maxLength={200}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
        <Button type="submit" busy={saving.isPending}>
          Save
        </Button>
      </CheckedForm>
    </FormDialog>
  )
}
