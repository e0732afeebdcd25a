import { formats } from '#contract/formats/formats.ts'
import { sumOfPrices } from '#contract/money.ts'
import { joinNames } from '#contract/names.ts'
import { Dialog } from '#web/components/dialog.tsx'
import * as words from '#words/en/booking/siblings.ts'
import { BookingForm } from '../flow/booking-form.tsx'
import { NOTHING_TYPED } from '../flow/booking-provider.tsx'
import { BlockItem } from './block-item.tsx'
import { useSiblings, useSiblingsCan, useSiblingsRef } from './siblings-flow.ts'

/** Shows each child's appointment, asks for phone and address once, then books all. */
export default function SiblingsDialog() {
  const { send } = useSiblingsRef()
  const date = useSiblings(({ context }) => context.date)
  const items = useSiblings(({ context }) => context.block?.items) ?? []
  const canClose = useSiblingsCan({ type: 'dialog.close' })
  const canBook = useSiblingsCan({ type: 'booking.submit', form: NOTHING_TYPED })
  const failure = useSiblings((snapshot) =>
    snapshot.matches({ dialog: 'submitFailed' }) || snapshot.matches({ dialog: 'termsChanged' })
      ? snapshot.context.message
      : null,
  )
  return (
    <Dialog
      open
      title={words.bookFor(joinNames(items.map(({ child }) => child.name)))}
      busy={!canClose}
      onClose={() => send({ type: 'dialog.close' })}
    >
      <BookingForm
        price={sumOfPrices(items)}
        times={items.map(({ slot, child }) => ({ date, slot, label: child.name }))}
        isForSeveral
        progress={{ isLocked: !canClose, canBook, failure }}
        onBook={(form, terms) => send({ type: 'booking.submit', form, terms })}
      >
        <p className="font-bold">{formats.fullDay(date)}</p>
        <ul className="grid gap-3">
          {items.map((item) => (
            <li key={item.child._id}>
              <BlockItem {...item} />
            </li>
          ))}
        </ul>
      </BookingForm>
    </Dialog>
  )
}
