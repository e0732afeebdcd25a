import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '#contract/count.ts'
import { describeAge } from '#contract/guardians/describe-ages.ts'
import {
  type CheckUpPlan,
  type NewCheckUpPlan,
  REVIEWED_BATCHES,
} from '#contract/next-visits/check-up-plan.ts'
import * as calls from '#contract/next-visits/check-up-plan-calls.ts'
import { countChildren } from '#contract/next-visits/count-children.ts'
import { OFFERED_ROWS } from '#contract/next-visits/plan-windows.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { CheckedForm } from '#web/components/forms/checked-form.tsx'
import { CheckboxField, choicesOf, SelectField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { toast } from '#web/components/toasts.tsx'
import { treatmentsOptions } from '#web/desk/treatments/treatments-api.ts'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'

const PLAN_KEY = ['check-up-plan']

/** A row as it is typed. */
interface Draft {
  /** Of the form. */
  key: string
  _id?: string
  ageMonths: string
  fromDays: string
  toDays: string
  treatment: string
}

type Treatments = readonly { _id: string; name: string }[]

/** At which ages families are asked to book, for admins: docs/requirements.md#check-up-plan. */
export default function CheckUpPlanPage() {
  const plan = useQuery({
    queryKey: PLAN_KEY,
    queryFn: ({ signal }) => send(calls.getCheckUpPlan, { signal }),
    staleTime: 0,
    // The form is being edited: others' changes are reported when it is saved.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const treatments = useQuery(treatmentsOptions())
  return (
    <>
      <PageTitle>Check-up plan</PageTitle>
      <p className="mt-2 mb-6 max-w-2xl text-lg text-muted">
        At which ages families are asked to book a visit. Days are counted from the day on which a
        child reaches the age: -7 is a week before. Staff look at each batch under To do before it
        is sent.
      </p>
      <Loaded query={plan} what="the plan">
        {(shown) => (
          <Loaded query={treatments} what="the treatments">
            {({ treatments }) => (
              <PlanForm
                key={shown.version}
                plan={shown}
                treatments={treatments.filter(({ active }) => active)}
                onReload={() => void plan.refetch()}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

const draftsOf = ({ rows }: CheckUpPlan): Draft[] =>
  rows.map(({ _id, ageMonths, fromDays, toDays, treatment }) => ({
    ...{ key: _id, _id, treatment: treatment._id },
    ...{ ageMonths: String(ageMonths), fromDays: String(fromDays), toDays: String(toDays) },
  }))

interface PlanFormProps {
  plan: CheckUpPlan
  treatments: Treatments
  onReload: () => void
}

function PlanForm({ plan, treatments, onReload }: PlanFormProps) {
  const queries = useQueryClient()
  const [switches, setSwitches] = useState({
    isOn: plan.isOn,
    isAutomatic: plan.isAutomatic,
    hasNoPastVisits: plan.hasNoPastVisits,
  })
  const [rows, setRows] = useState(() => draftsOf(plan))
  const [isDirty, setDirty] = useState(false)
  useUnsavedChanges(isDirty)

  const body: NewCheckUpPlan = {
    ...switches,
    version: plan.version,
    rows: rows.map(({ _id, ageMonths, fromDays, toDays, treatment }) => ({
      ...(_id !== undefined && { _id }),
      ...{ treatment, ageMonths: Number(ageMonths) },
      ...{ fromDays: Number(fromDays), toDays: Number(toDays) },
    })),
  }
  const checking = useMutation({
    mutationFn: () => send(calls.changeCheckUpPlan, { body: { ...body, dryRun: true } }),
  })
  const saving = useMutation({
    mutationFn: () => send(calls.changeCheckUpPlan, { body }),
    onSuccess: (saved) => {
      setDirty(false)
      queries.setQueryData(PLAN_KEY, saved)
      toast.success('The plan is saved')
    },
  })

  function change(next: () => void) {
    next()
    setDirty(true)
    checking.reset()
    saving.reset()
  }
  const switchTo = (name: keyof typeof switches, on: boolean) =>
    change(() => setSwitches({ ...switches, [name]: on }))
  const edit = (key: string, field: keyof Draft, text: string) =>
    change(() => setRows(rows.map((row) => (row.key === key ? { ...row, [field]: text } : row))))
  const failed = saving.error ?? checking.error

  return (
    <CheckedForm className="grid max-w-4xl gap-6" onSubmit={() => checking.mutate()}>
      <Card className="grid gap-3">
        <CheckboxField
          label="Families are asked for check-ups"
          checked={switches.isOn}
          onChange={({ target }) => switchTo('isOn', target.checked)}
        />
        {!plan.hasPastVisits && (
          <CheckboxField
            label="There are no visits from before to import"
            hint="Without them, families would be asked for visits that the child has had."
            checked={switches.hasNoPastVisits}
            onChange={({ target }) => switchTo('hasNoPastVisits', target.checked)}
          />
        )}
        <CheckboxField
          label="Emails are sent automatically"
          hint={
            plan.batches < REVIEWED_BATCHES
              ? `Possible once staff have sent ${REVIEWED_BATCHES} batches; ${plan.batches} so far.`
              : 'Every night, for up to 100 children.'
          }
          disabled={plan.batches < REVIEWED_BATCHES}
          checked={switches.isAutomatic}
          onChange={({ target }) => switchTo('isAutomatic', target.checked)}
        />
      </Card>
      {rows.length === 0 && (
        <OfferedPlan
          treatments={treatments}
          onUse={(treatment) =>
            change(() =>
              setRows(
                OFFERED_ROWS.map(({ ageMonths, fromDays, toDays }, index) => ({
                  ...{ key: `offered-${index}`, treatment, ageMonths: String(ageMonths) },
                  ...{ fromDays: String(fromDays), toDays: String(toDays) },
                })),
              ),
            )
          }
        />
      )}
      {rows.length > 0 && (
        <ol className="grid gap-3" aria-label="Rows">
          {rows.map((row, index) => (
            <PlanRow
              key={row.key}
              row={row}
              number={index + 1}
              treatments={withKept(treatments, plan, row.treatment)}
              onEdit={(field, text) => edit(row.key, field, text)}
              onRemove={() => change(() => setRows(rows.filter(({ key }) => key !== row.key)))}
            />
          ))}
        </ol>
      )}
      <div>
        <Button
          look="secondary"
          onClick={() =>
            change(() => {
              const key = crypto.randomUUID()
              const treatment = rows.at(-1)?.treatment ?? ''
              setRows([...rows, { key, treatment, ageMonths: '', fromDays: '', toDays: '' }])
            })
          }
        >
          Add a row
        </Button>
      </div>
      {failed && (
        <FormAlert>
          <p>{failed.message}</p>
        </FormAlert>
      )}
      {checking.data && !saving.isSuccess ? (
        <div role="status" className="grid gap-3">
          <p className="font-bold">
            {countChildren(checking.data.childrenDue)}{' '}
            {checking.data.childrenDue === 1 ? 'has' : 'have'} a visit due by this plan.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button busy={saving.isPending} onClick={() => saving.mutate()}>
              Save the plan
            </Button>
            <Button look="quiet" disabled={saving.isPending} onClick={() => checking.reset()}>
              Back
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={checking.isPending} disabled={!isDirty}>
            Check and save
          </Button>
          {isDirty && (
            <Button
              look="quiet"
              onClick={() => {
                setSwitches({
                  isOn: plan.isOn,
                  isAutomatic: plan.isAutomatic,
                  hasNoPastVisits: plan.hasNoPastVisits,
                })
                setRows(draftsOf(plan))
                setDirty(false)
                checking.reset()
                saving.reset()
                onReload()
              }}
            >
              Discard changes
            </Button>
          )}
        </div>
      )}
    </CheckedForm>
  )
}

/** The treatments that are offered, and that of the row, which may no longer be. */
function withKept(treatments: Treatments, { rows }: CheckUpPlan, chosen: string): Treatments {
  if (treatments.some(({ _id }) => _id === chosen)) return treatments
  const kept = rows.find(({ treatment }) => treatment._id === chosen)?.treatment
  return kept ? [...treatments, kept] : treatments
}

/** The ages that the site proposes for a new plan. */
function OfferedPlan({
  treatments,
  onUse,
}: {
  treatments: Treatments
  onUse: (treatment: string) => void
}) {
  const [treatment, setTreatment] = useState(treatments[0]?._id ?? '')
  return (
    <Card className="flex flex-wrap items-end gap-3">
      <div className="grow basis-60">
        <SelectField
          label="Treatment of the check-ups"
          options={choicesOf(treatments)}
          value={treatment}
          onChange={({ target }) => setTreatment(target.value)}
        />
      </div>
      <Button look="secondary" disabled={treatment === ''} onClick={() => onUse(treatment)}>
        Begin with {OFFERED_ROWS.length} usual ages
      </Button>
    </Card>
  )
}

/** '2 months, from 7 days before to 30 days after'; empty while a number is missing. */
function describeWindow({ ageMonths, fromDays, toDays }: Draft): string {
  const typed = [ageMonths, fromDays, toDays]
  const [months = 0, from = 0, to = 0] = typed.map(Number)
  if (typed.includes('') || !typed.every((text) => Number.isInteger(Number(text)))) return ''
  if (months === 0) return `from birth, day ${from} to ${to}`
  const near = (days: number) =>
    days === 0 ? 'that day' : `${count(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'}`
  return `${describeAge(months)}, from ${near(from)} to ${near(to)}`
}

interface PlanRowProps {
  row: Draft
  /** Counted from 1. */
  number: number
  treatments: Treatments
  onEdit: (field: keyof Draft, text: string) => void
  onRemove: () => void
}

function PlanRow({ row, number, treatments, onEdit, onRemove }: PlanRowProps) {
  const { ageMonths, fromDays, toDays, treatment } = row
  const window = describeWindow(row)
  const numeric = { type: 'number', step: 1, required: true } as const
  return (
    <li>
      <Card>
        <fieldset className="grid gap-3">
          <legend className="text-lg font-bold">
            Row {number}
            {window && `: ${window}`}
          </legend>
          <div className="flex flex-wrap items-end gap-3">
            <div className="min-w-0 grow basis-24">
              <TextField
                {...numeric}
                label="Age in months"
                min={0}
                max={216}
                value={ageMonths}
                onChange={({ target }) => onEdit('ageMonths', target.value)}
              />
            </div>
            <div className="min-w-0 grow basis-24">
              <TextField
                {...numeric}
                label="From day"
                min={-366}
                max={366}
                value={fromDays}
                onChange={({ target }) => onEdit('fromDays', target.value)}
              />
            </div>
            <div className="min-w-0 grow basis-24">
              <TextField
                {...numeric}
                label="To day"
                min={-366}
                max={366}
                value={toDays}
                onChange={({ target }) => onEdit('toDays', target.value)}
              />
            </div>
            <div className="min-w-0 grow-2 basis-48">
              <SelectField
                label="Treatment"
                required
                placeholder="Choose a treatment"
                options={choicesOf(treatments)}
                value={treatment}
                onChange={({ target }) => onEdit('treatment', target.value)}
              />
            </div>
            <Button look="quiet" aria-label={`Remove row ${number}`} onClick={onRemove}>
              Remove
            </Button>
          </div>
        </fieldset>
      </Card>
    </li>
  )
}
