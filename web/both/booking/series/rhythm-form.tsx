import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  DEFAULT_MOST_IN_SERIES,
  FEWEST_IN_SERIES,
  LONGEST_INTERVAL,
  type Rhythm,
} from '#contract/booking/series-length.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField, TextField } from '#web/components/forms/fields.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import * as words from '#words/en/booking/series.ts'
import { useSeries, useSeriesRef } from './series-flow.ts'

const UNITS = { weeks: words.weeks, days: words.days } satisfies Record<Rhythm['unit'], string>

/** Asks how many appointments there are, and how often. */
export function RhythmForm() {
  const { send } = useSeriesRef()
  const rhythm = useSeries(({ context }) => context.plan.rhythm)
  const isLoading = useSeries((snapshot) => snapshot.matches({ dialog: 'loadingDates' }))
  const canPlan = useSeries((snapshot) => snapshot.can({ type: 'series.plan', rhythm }))
  const most = useQuery(configOptions()).data?.mostInSeries ?? DEFAULT_MOST_IN_SERIES
  const [typed, setTyped] = useState({ count: `${rhythm.count}`, every: `${rhythm.every}` })
  const [unit, setUnit] = useState(rhythm.unit)
  const [areErrorsShown, setErrorsShown] = useState(false)
  const fields = (
    [
      { name: 'count', label: words.appointments, min: FEWEST_IN_SERIES, max: most },
      { name: 'every', label: words.every, min: 1, max: LONGEST_INTERVAL },
    ] as const
  ).map((field) => ({ ...field, error: describeError(typed[field.name], field.min, field.max) }))

  function submit(event: FormEvent) {
    event.preventDefault()
    setErrorsShown(true)
    if (fields.some(({ error }) => error) || !canPlan) return
    send({
      type: 'series.plan',
      rhythm: { count: Number(typed.count), every: Number(typed.every), unit },
    })
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={words.howManyAndHowOften}
      className="grid gap-3 rounded-2xl bg-base-200 p-4"
    >
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {fields.map(({ name, error, ...field }) => (
          <TextField
            key={name}
            {...field}
            type="number"
            inputMode="numeric"
            value={typed[name]}
            readOnly={!canPlan}
            error={areErrorsShown ? error : undefined}
            onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          />
        ))}
        <SelectField
          label={words.daysOrWeeks}
          placeholder={words.choose}
          options={Object.values(UNITS)}
          value={UNITS[unit]}
          disabled={!canPlan}
          onChange={({ target }) => setUnit(target.value === UNITS.days ? 'days' : 'weeks')}
        />
      </div>
      <Button
        type="submit"
        look="secondary"
        busy={isLoading}
        disabled={!canPlan && !isLoading}
        className="justify-self-start"
      >
        {words.showDates}
      </Button>
    </form>
  )
}

function describeError(text: string, least: number, most: number): string | undefined {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return undefined
  return words.wholeNumber(least, most)
}
