import { useId } from 'react'

interface RadioChipsProps<Value> {
  legend: string
  options: readonly { value: Value; label: string }[]
  /** Undefined while none is chosen. */
  value: Value | undefined
  onChoose: (value: Value) => void
  /** They look enabled nevertheless. */
  disabled?: boolean
}

/** A few choices side by side, of which one is chosen. */
export function RadioChips<Value extends string | null>({
  legend,
  options,
  value: chosen,
  onChoose,
  disabled = false,
}: RadioChipsProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="font-bold">{legend}</legend>
      <div className="mt-2 flex flex-wrap gap-3">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-full border-[1.5px] border-line bg-base-100 px-4 font-semibold hover:bg-leaf has-checked:border-primary has-checked:bg-leaf has-disabled:cursor-default"
          >
            <input
              type="radio"
              name={name}
              className="size-5 accent-primary"
              checked={chosen === value}
              aria-disabled={disabled || undefined}
              onChange={() => onChoose(value)}
            />
            <span className="wrap-anywhere">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
