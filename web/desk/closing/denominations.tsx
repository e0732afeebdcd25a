import { useState } from 'react'
import { Fold } from '#web/components/fold.tsx'
import { TextField } from '#web/components/forms/fields.tsx'

/** Bills and coins, in cents. */
const DENOMINATIONS = [
  ['$100 bills', 100_00],
  ['$50 bills', 50_00],
  ['$20 bills', 20_00],
  ['$10 bills', 10_00],
  ['$5 bills', 5_00],
  ['$2 bills', 2_00],
  ['$1 bills', 1_00],
  ['Quarters', 25],
  ['Dimes', 10],
  ['Nickels', 5],
  ['Pennies', 1],
] as const

interface DenominationsProps {
  /** In cents. */
  onSum: (cents: number) => void
}

/** The number of each bill and coin, which add up to the amount. */
export function Denominations({ onSum }: DenominationsProps) {
  const [numbers, setNumbers] = useState<Readonly<Record<string, string>>>({})
  function change(name: string, text: string) {
    const changed = { ...numbers, [name]: text }
    setNumbers(changed)
    onSum(DENOMINATIONS.reduce((sum, [each, cents]) => sum + Number(changed[each] ?? 0) * cents, 0))
  }
  return (
    <Fold title="Count bills and coins">
      <div className="mt-3 grid grid-cols-2 gap-3">
        {DENOMINATIONS.map(([name]) => (
          <TextField
            key={name}
            label={name}
            type="number"
            inputMode="numeric"
            min={0}
            max={100_000}
            step={1}
            value={numbers[name] ?? ''}
            onChange={({ target }) => change(name, target.value)}
          />
        ))}
      </div>
    </Fold>
  )
}
