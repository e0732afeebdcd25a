import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { count } from '#contract/count.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { formatPrice } from '#contract/money.ts'
import {
  type AdminTreatment,
  adminTreatment,
  countAppointments,
  newPrice,
} from '#contract/treatments/treatment-admin.ts'
import { planPrice, withdrawPrice } from '#contract/treatments/treatment-admin-calls.ts'
import { Button } from '#web/components/button.tsx'
import { Fold } from '#web/components/fold.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { CardRow, CardRows } from '#web/components/lists/card-rows.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { issuesOf } from '#web/lib/api/issues.ts'
import { send } from '#web/lib/api/send.ts'
import { currentOf } from '#web/lib/api/stale.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { PriceSteps } from './price-steps.tsx'
import { comingOptions, showTreatment } from './treatments-api.ts'

interface PricesProps {
  treatment: AdminTreatment
  /** In the clinic's time zone. */
  today: IsoDate
}

type Price = AdminTreatment['prices'][number]

/** Past, current and planned prices, and a form for the next one. */
export function Prices({ treatment, today }: PricesProps) {
  const titleId = useId()
  const [withdrawn, setWithdrawn] = useState(0)
  const heading = useFocusOnChange<HTMLHeadingElement>(String(withdrawn))
  const { prices } = treatment
  const current = prices.findLast(({ validFrom }) => validFrom <= today)
  const past = prices.filter((price) => price.validFrom <= today && price !== current).toReversed()
  const planned = prices.filter(({ validFrom }) => validFrom > today)
  const own = { treatment, onWithdrawn: () => setWithdrawn(withdrawn + 1) }
  return (
    <section aria-labelledby={titleId} className="grid gap-4">
      <h3 id={titleId} ref={heading} tabIndex={-1} className="text-lg outline-none">
        Prices
      </h3>
      {prices.length > 1 && <PriceSteps name={treatment.name} prices={prices} today={today} />}
      <CardRows aria-label="Prices">
        {current && (
          <PriceRow price={current}>
            <span className="font-bold text-primary">Current</span>
            {/* Until an appointment is booked at it, a slip can be corrected. */}
            {current.validFrom === today && prices.indexOf(current) > 0 && (
              <Withdraw {...own} price={current} />
            )}
          </PriceRow>
        )}
        {planned.map((price) => (
          <PriceRow key={price.validFrom} price={price}>
            <Withdraw {...own} price={price} />
          </PriceRow>
        ))}
      </CardRows>
      {past.length > 0 && (
        <Fold title={`Past prices (${past.length})`}>
          <CardRows>
            {past.map((price) => (
              <PriceRow key={price.validFrom} price={price} />
            ))}
          </CardRows>
        </Fold>
      )}
      <PlanPrice treatment={treatment} today={today} />
    </section>
  )
}

function PriceRow({ price, children }: { price: Price; children?: ReactNode }) {
  const formatDay = useDayFormat()
  return (
    <CardRow>
      <p>
        <strong>{formatPrice(price.price)}</strong> from {formatDay(price.validFrom)}
      </p>
      {children}
    </CardRow>
  )
}

interface WithdrawProps {
  treatment: AdminTreatment
  price: Price
  onWithdrawn: () => void
}

/** Withdraws a planned price, with an undo. */
function Withdraw({ treatment, price, onWithdrawn }: WithdrawProps) {
  const formatDay = useDayFormat()
  const queries = useQueryClient()
  const showCurrent = (error: Error) => {
    const current = currentOf(error, adminTreatment)
    if (current) showTreatment(queries, current)
    toast.error(error.message)
  }
  const restore = useMutation({
    mutationFn: ({ version }: AdminTreatment) =>
      send(planPrice, { params: { id: treatment._id }, body: { ...price, version } }),
    onSuccess: (saved) => showTreatment(queries, saved),
    onError: showCurrent,
  })
  const withdraw = useMutation({
    mutationFn: () =>
      send(withdrawPrice, {
        params: { id: treatment._id, validFrom: price.validFrom },
        query: { version: treatment.version },
      }),
    onSuccess: (saved) => {
      onWithdrawn()
      showTreatment(queries, saved)
      toast.success(`The price from ${formatDay(price.validFrom)} is withdrawn`, {
        label: 'Undo',
        run: () => restore.mutate(saved),
      })
    },
    onError: showCurrent,
  })
  return (
    <Button
      look="secondary"
      busy={withdraw.isPending}
      aria-label={`Withdraw the price from ${formatDay(price.validFrom)}`}
      onClick={() => withdraw.mutate()}
      className="px-4"
    >
      Withdraw
    </Button>
  )
}

/** Plans a price from a day on; says which appointments it does not affect. */
function PlanPrice({ treatment, today }: PricesProps) {
  const formatDay = useDayFormat()
  const queries = useQueryClient()
  const { data: coming = [] } = useQuery(comingOptions(treatment._id))
  const [amount, setAmount] = useState('')
  const [validFrom, setValidFrom] = useState(dayAfter(today))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const plan = useMutation({
    mutationFn: (price: number) =>
      send(planPrice, {
        params: { id: treatment._id },
        body: { price, validFrom, version: treatment.version },
      }),
    onSuccess: (saved) => {
      showTreatment(queries, saved)
      setAmount('')
      toast.success(`The price from ${formatDay(validFrom)} is planned`)
    },
    onError: (error) => {
      const current = currentOf(error, adminTreatment)
      if (current) showTreatment(queries, current)
      setErrors(Object.fromEntries(issuesOf(error).map(({ path, message }) => [path, message])))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (plan.isPending) return
    const price = amount.trim() === '' ? Number.NaN : Number(amount.replace(/^\s*\$/, ''))
    const parsed = newPrice.safeParse({ price, validFrom, version: treatment.version })
    const issues = parsed.error?.issues ?? []
    plan.reset()
    setErrors(
      Object.fromEntries(
        issues.map(({ path, message }) => [
          String(path[0]),
          path[0] === 'validFrom' ? 'Choose a day' : message,
        ]),
      ),
    )
    if (parsed.success) plan.mutate(price)
  }

  const kept = countAppointments(coming.filter(({ date }) => date >= validFrom))
  useUnsavedChanges(amount !== '')
  const isUnexplained = plan.error && Object.keys(errors).length === 0
  return (
    <form
      noValidate
      aria-label={`Plan a price of ${treatment.name}`}
      onSubmit={submit}
      className="grid gap-3 rounded-3xl bg-base-200 p-5"
    >
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          label="New price (dollars)"
          inputMode="decimal"
          autoComplete="off"
          placeholder="110"
          value={amount}
          readOnly={plan.isPending}
          error={errors.price}
          onChange={({ target }) => setAmount(target.value)}
        />
        <TextField
          label="From"
          type="date"
          min={today}
          value={validFrom}
          readOnly={plan.isPending}
          error={errors.validFrom}
          onChange={({ target }) => setValidFrom(target.value)}
        />
      </div>
      <p role="status" className="text-sm text-muted">
        {kept > 0 && `${count(kept, 'appointment')} from that day on keep their price. `}
        {validFrom === today && 'A price from today applies at once and can’t be withdrawn.'}
      </p>
      {isUnexplained && <FormAlert>{plan.error.message}</FormAlert>}
      <Button look="secondary" type="submit" busy={plan.isPending} className="justify-self-start">
        Plan price
      </Button>
    </form>
  )
}
