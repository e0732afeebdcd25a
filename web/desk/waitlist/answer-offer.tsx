import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import { acceptOffer, declineOffer, getOffer } from '#contract/waitlist/waitlist-calls.ts'
import { WAITLIST_KEY } from '#web/both/waitlist/waitlist-api.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useUntilFormat } from '#web/desk/appointments/day-format.ts'
import { HELD_KEY } from '#web/desk/appointments/held-api.ts'
import { useTimeFormat } from '#web/desk/appointments/time-format.ts'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { send } from '#web/lib/api/send.ts'

interface AnswerOfferProps {
  offer: { _id: string; date: IsoDate; slot: string; untilAt: { date: IsoDate; minute: number } }
  /** Of the family or its children. */
  name: string
  /** The time of a re-offered appointment, which is canceled without the new one; null for those that wait. */
  closed: { date: IsoDate; slot: string } | null
  /** The offer moves an appointment. */
  moves: boolean
}

/** A time that is held for a family, which staff can answer on the phone. */
export function AnswerOffer({ offer, name, closed, moves }: AnswerOfferProps) {
  const queries = useQueryClient()
  const formatUntil = useUntilFormat()
  const formatTime = useTimeFormat()
  const [isAsking, setIsAsking] = useState(false)
  const params = { id: offer._id }
  const onSettled = () => {
    for (const queryKey of [WAITLIST_KEY, HELD_KEY, TODO_KEY, ['available']]) {
      void queries.invalidateQueries({ queryKey })
    }
  }
  const accept = useMutation({
    mutationFn: async () => {
      const { version } = await send(getOffer, { params })
      return send(acceptOffer, { params, body: { version } })
    },
    onSuccess: () =>
      toast.success(
        moves
          ? `The appointment of ${name} is moved to ${formatTime(offer)}`
          : `${formatTime(offer)}, is booked for ${name}`,
      ),
    onError: (error) => toast.error(error.message),
    onSettled,
  })
  const decline = useMutation({
    mutationFn: () => send(declineOffer, { params }),
    onSuccess: () => {
      setIsAsking(false)
      toast.success(closed ? 'The appointment is canceled' : 'The time goes to the next family')
    },
    onError: (error) => {
      // The question shows the error itself.
      if (!closed) toast.error(error.message)
    },
    onSettled,
  })
  const isBusy = accept.isPending || decline.isPending
  return (
    <div className="grid gap-3 rounded-lg bg-leaf p-3">
      <p className="font-semibold">
        {formatTime(offer)}, is held until {formatUntil(offer.untilAt)}.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          look="secondary"
          busy={accept.isPending}
          disabled={isBusy}
          aria-label={`Accept for the family ${name}`}
          onClick={() => accept.mutate()}
        >
          Accept for the family
        </Button>
        <Button
          look="quiet"
          busy={decline.isPending}
          disabled={isBusy}
          aria-label={`${closed ? 'Cancel the appointment' : 'Decline'} for the family ${name}`}
          onClick={() => (closed ? setIsAsking(true) : decline.mutate())}
        >
          {closed ? 'Cancel the appointment' : 'Decline'}
        </Button>
      </div>
      {closed && (
        <ConfirmDialog
          open={isAsking}
          question={`Cancel the appointment of ${name}?`}
          detail={`It was on ${formatTime(closed)}. We’ll refund everything that was paid for it.`}
          confirmLabel="Cancel the appointment"
          cancelLabel="Keep it"
          busy={decline.isPending}
          error={decline.error?.message}
          onConfirm={() => decline.mutate()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
