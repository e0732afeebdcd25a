import { formatPrice } from '#contract/money.ts'

interface BlockItemProps {
  child?: { name: string } | undefined
  treatment: string
  slot: string
  doctor?: string | undefined
  /** Dollars. */
  price: number
}

/** One child's part of a block. */
export function BlockItem({ child, treatment, slot, doctor, price }: BlockItemProps) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <p>
        <strong>{child?.name}</strong> {slot}
      </p>
      <p>
        {treatment}
        {doctor && ` with ${doctor}`}, {formatPrice(price)}
      </p>
    </div>
  )
}
