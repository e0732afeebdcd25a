import { formatFullDay } from '#contract/dates.ts'
import { sumOfPrices } from '#contract/money.ts'
import { joinNames } from '#contract/names.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { BookingForm } from '../flow/booking-form.tsx'
import { Booking, useCan } from '../flow/booking-provider.tsx'
import { BlockItem } from './block-item.tsx'

/** Shows each child's appointment, asks for phone and address once, then books all. */
export default function SiblingsDialog() {
  const { send } = Booking.useActorRef()
  const date = Booking.useSelector(({ context }) => context.date)
  const items = Booking.useSelector(({ context }) => context.block?.items) ?? []
  const canClose = useCan({ type: 'dialog.close' })
  return (
    <Dialog
      open
      title={`Book for ${joinNames(items.map(({ child }) => child.name))}`}
      busy={!canClose}
      onClose={() => send({ type: 'dialog.close' })}
    >
      <BookingForm
        price={sumOfPrices(items)}
        times={items.map(({ slot, child }) => ({ date, slot, label: child.name }))}
        isForSeveral
      >
        <p className="font-bold">{formatFullDay(date)}</p>
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
