import X from 'lucide-react/icons/x'
import {
  type Control,
  type FieldErrors,
  type UseFormRegister,
  useFieldArray,
  useWatch,
} from 'react-hook-form'
import type { ClinicSettings } from '#contract/clinic/clinic-settings.ts'
import { MOST_BANDS } from '#contract/payments/refund-bands.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { IconButton } from '#web/components/icon-button.tsx'

interface RefundBandsFieldProps {
  control: Control<ClinicSettings>
  register: UseFormRegister<ClinicSettings>
  errors: FieldErrors<ClinicSettings>
  readOnly: boolean
}

const PARTS = [
  { name: 'hours', label: 'At least this many hours before' },
  { name: 'percent', label: 'Percent refunded' },
] as const

/** The refunds of a cancellation: one line for each number of hours before the start. */
export function RefundBandsField({ control, register, errors, readOnly }: RefundBandsFieldProps) {
  const { fields, insert, remove } = useFieldArray({ control, name: 'refundBands' })
  const problem = errors.refundBands?.root?.message ?? errors.refundBands?.message
  const addLine = () => {
    const last = fields.length - 1
    const { hours = 24, percent = 100 } = fields[last - 1] ?? {}
    insert(Math.max(last, 0), { hours: fields.length > 1 ? Math.ceil(hours / 2) : 24, percent })
  }
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 font-bold">Refunds when a family cancels</legend>
      <p className="text-sm text-muted">
        For appointments that are booked from now on; those booked before keep their terms. If the
        clinic cancels, families get everything back.
      </p>
      <BandsBar bands={useWatch({ control, name: 'refundBands' })} />
      {fields.map((field, index) => {
        const isLast = index === fields.length - 1
        const line = errors.refundBands?.[index]
        return (
          <div key={field.id} className="flex flex-wrap items-end gap-3">
            {PARTS.map(({ name, label }) => (
              <div key={name} className="min-w-0 grow basis-40">
                <TextField
                  label={label}
                  type="number"
                  inputMode="numeric"
                  autoComplete="off"
                  readOnly={readOnly || (isLast && name === 'hours')}
                  error={line?.[name]?.message}
                  {...register(`refundBands.${index}.${name}`, { valueAsNumber: true })}
                />
              </div>
            ))}
            <IconButton
              label={`Remove line ${index + 1}`}
              Icon={X}
              size={22}
              disabled={readOnly || isLast}
              onClick={() => remove(index)}
              className="disabled:invisible"
            />
          </div>
        )
      })}
      {problem && <FormAlert>{problem}</FormAlert>}
      {fields.length < MOST_BANDS && (
        <div>
          <Button look="secondary" disabled={readOnly} onClick={addLine}>
            Add a line
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** The refunds of a cancellation by the hours before the start, which is on the right. */
function BandsBar({ bands }: { bands: ClinicSettings['refundBands'] }) {
  const known = bands.filter(({ hours, percent }) => hours >= 0 && percent >= 0 && percent <= 100)
  if (known.length === 0) return null
  const longest = Math.max(BAR_HOURS, ...known.map(({ hours }) => 2 * hours))
  const parts = known.map((band, index) => {
    const until = index === 0 ? longest : (known[index - 1]?.hours ?? longest)
    return { ...band, until }
  })
  return (
    <div
      role="img"
      aria-label={parts
        .map(({ hours, percent }) => `${percent} percent from ${hours} hours before`)
        .join(', ')}
      className="flex overflow-hidden rounded-lg border border-line text-xs font-bold"
    >
      {parts
        .filter(({ hours, until }) => until > hours)
        .map(({ hours, until, percent }) => (
          <span
            key={hours}
            style={{
              flexGrow: until - hours,
              backgroundColor: `color-mix(in srgb, var(--color-leaf) ${percent}%, var(--color-peach))`,
            }}
            className="min-w-14 basis-0 border-s border-line px-2 py-1 first:border-0"
          >
            <span className="block tabular-nums">{percent} %</span>
            <span className="block font-normal">{hours > 0 ? `${hours} h before` : 'later'}</span>
          </span>
        ))}
    </div>
  )
}

/** The bar shows at least this many hours. */
const BAR_HOURS = 48
