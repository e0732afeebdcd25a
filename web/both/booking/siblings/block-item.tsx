import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import { isolate } from '#contract/names.ts'
import { Face } from '#web/components/people/face.tsx'
import { useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/booking/siblings.ts'

interface BlockItemProps {
  child?: { _id: string; name: string } | undefined
  treatment: string
  slot: string
  doctor?: string | undefined
  /** Dollars. */
  price: number
}

/** One child's part of a block. */
export function BlockItem({ child, treatment, slot, doctor, price }: BlockItemProps) {
  const own = useOwnText()
  return (
    <div className="flex min-w-0 gap-3 wrap-anywhere">
      {child && <Face id={child._id} name={child.name} />}
      <div className="min-w-0">
        <p>
          <strong>
            <bdi>{child?.name}</bdi>
          </strong>{' '}
          <span className="inline-block">{formats.slot(slot)}</span>
        </p>
        <p>
          {doctor
            ? words.withDoctor(own(treatment), isolate(doctor), formatPrice(price))
            : words.withoutDoctor(own(treatment), formatPrice(price))}
        </p>
      </div>
    </div>
  )
}
