import { useMutation } from '@tanstack/react-query'
import Banknote from 'lucide-react/icons/banknote'
import CreditCard from 'lucide-react/icons/credit-card'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { formatMinute } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { formatPrice } from '#contract/money.ts'
import { METHOD_NAMES } from '#contract/payments/receipts.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { toast } from '#web/components/toasts.tsx'
import { ActionButton, ActionLink } from '#web/desk/appointments/action.tsx'
import {
  type DeskMethod,
  HOW_TAKEN,
  receivePayment,
} from '#web/desk/appointments/cash-payments-api.ts'
import { formatNearDay } from '#web/desk/appointments/day-format.ts'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { useCashRefund, useRefresh } from './cash-refund.ts'

const refundDialog = componentChunk(() => import('./cash-refund-dialog.tsx'))

/** The recorded reason when the button was pressed by mistake. */
const UNDONE = 'Undone at the front desk'

interface CashPaymentProps {
  entry: AgendaEntry
  today: IsoDate
  /** Called once this desk has taken the price. */
  onTaken?: () => void
  /** The buttons have words. */
  withWords?: boolean
}

/** Whether an appointment is paid, and the buttons that take its price at the desk or hand it back. */
export function CashPayment({ entry, today, onTaken, withWords = false }: CashPaymentProps) {
  const { price, paid, payment, attendance, date } = entry
  // Before the end of the visit it is not shown as an alarm.
  const isOwed = !paid && (attendance === 'completed' || date < today)
  const isFromDesk = payment !== null && payment.method !== 'card'
  const Back = payment?.day === today ? UndoButton : RefundButton
  return (
    <div
      className={`flex flex-wrap items-center gap-x-1 @min-[62rem]:flex-nowrap ${withWords ? 'gap-y-2' : ''}`}
    >
      <p className="leading-tight @min-[62rem]:text-nowrap">
        <span className="tabular-nums">{formatPrice(price)}</span>{' '}
        <span className={`font-bold whitespace-nowrap ${isOwed ? 'text-error' : ''}`}>
          {entry.billedElsewhere ? 'Billed before the move' : paid ? 'Paid' : 'Not paid'}
        </span>
        {isFromDesk && (
          <span className="block text-xs text-muted">{METHOD_NAMES[payment.method]}</span>
        )}
      </p>
      <div className={withWords ? 'flex flex-wrap gap-2' : 'flex'}>
        {!paid && <TakeButtons {...{ entry, today, onTaken, withWords }} />}
        {isFromDesk && payment.receipt && (
          <ActionLink
            label={`Receipt ${payment.receipt}`}
            text={withWords ? 'Receipt' : undefined}
            Icon={ReceiptText}
            to={`/dashboard/receipts/${payment.receipt}`}
          />
        )}
        {isFromDesk && <Back {...{ entry, withWords }} />}
      </div>
    </div>
  )
}

const showError = (error: Error) => toast.error(error.message)

const METHODS = [
  ['cash', 'Cash', 'p', Banknote],
  ['terminal', 'Terminal', 'k', CreditCard],
] as const

type ButtonProps = Pick<CashPaymentProps, 'entry' | 'withWords'>

/** Asks before money is taken: who pays, and how much. */
function TakeButtons(props: ButtonProps & Pick<CashPaymentProps, 'today' | 'onTaken'>) {
  const { entry, today, onTaken, withWords } = props
  const { _id: id, version, price, child } = entry
  const { nameOf, identify } = usePatientTexts()
  const [asked, setAsked] = useState<DeskMethod | null>(null)
  const refresh = useRefresh()
  const undo = useCashRefund(id, showError)
  const take = useMutation({
    mutationFn: (method: DeskMethod) => receivePayment({ id, version, method }),
    onSuccess: (taken, method) => {
      setAsked(null)
      onTaken?.()
      toast.success(`${formatPrice(price)} for ${identify(entry)} taken ${HOW_TAKEN[method]}`, {
        label: 'Undo',
        run: () => undo.mutate({ version: taken.version, reason: UNDONE }),
      })
    },
    onSettled: refresh,
  })
  return (
    <>
      {METHODS.map(([method, name, shortcut, Icon]) => (
        <ActionButton
          key={method}
          Icon={Icon}
          aria-keyshortcuts={shortcut}
          label={`${name}: take ${formatPrice(price)} for ${nameOf(entry)}`}
          text={withWords ? name : undefined}
          onClick={() => {
            take.reset()
            setAsked(method)
          }}
        />
      ))}
      {asked && (
        <ConfirmDialog
          open
          question={`Take ${formatPrice(price)} ${HOW_TAKEN[asked]} for ${nameOf(entry)}?`}
          confirmLabel={`Take ${formatPrice(price)}`}
          look="primary"
          focus="confirm"
          error={take.error?.message}
          busy={take.isPending}
          onConfirm={() => take.mutate(asked)}
          onCancel={() => setAsked(null)}
        >
          <p className="text-lg font-bold wrap-break-word">{identify(entry)}</p>
          <p>
            {entry.treatment}, {formatNearDay(entry.date, today)}, {formatMinute(entry.startMinute)}
            {child && `, family of ${child.bookedBy}`}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** On the day of the payment. */
function UndoButton({ entry, withWords }: ButtonProps) {
  const { _id, version } = entry
  const { nameOf } = usePatientTexts()
  const undo = useCashRefund(_id, showError)
  return (
    <ActionButton
      Icon={Undo2}
      label={`Undo the payment for ${nameOf(entry)}`}
      text={withWords ? 'Undo the payment' : undefined}
      busy={undo.isPending}
      onClick={() => undo.mutate({ version, reason: UNDONE })}
    />
  )
}

function RefundButton({ entry, withWords }: ButtonProps) {
  const { nameOf } = usePatientTexts()
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActionButton
        Icon={Undo2}
        label={`Refund the payment for ${nameOf(entry)}`}
        text={withWords ? 'Refund the payment' : undefined}
        onClick={() => setOpen(true)}
      />
      {open && (
        <LazyComponent
          chunk={refundDialog}
          props={{ entry, onClose: () => setOpen(false) }}
          waiting={null}
        />
      )}
    </>
  )
}
