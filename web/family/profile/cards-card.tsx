import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeExpiry, type KeptCard } from '#contract/payments/cards.ts'
import { listCards, removeCard } from '#contract/payments/cards-calls.ts'
import { describeCard } from '#contract/payments/payment-card.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'
import * as words from '#words/en/families/profile/cards.ts'
import * as frame from '#words/en/frame.ts'
import * as cardWords from '#words/en/payments/cards.ts'

const cardsOptions = queryOptions({
  queryKey: ['cards'],
  queryFn: ({ signal }) => send(listCards, { signal }),
  // A payment may have added one.
  staleTime: 0,
})

/** The cards that the user keeps for later payments, and a way to remove each. */
export default function CardsCard() {
  const cards = useQuery(cardsOptions)
  const queryClient = useQueryClient()
  const [askedAbout, setAskedAbout] = useState<KeptCard | null>(null)
  const removing = useMutation({
    mutationFn: ({ _id: id }: KeptCard) => send(removeCard, { params: { id } }),
    onSuccess: async (_, card) => {
      await queryClient.invalidateQueries(cardsOptions)
      setAskedAbout(null)
      toast.success(words.removed(describeCard(card)))
    },
  })
  return (
    <Card>
      <h2 className="text-2xl">{words.title}</h2>
      <p className="mt-2 text-muted">{words.explanation}</p>
      <div className="mt-6 grid gap-4">
        {cards.data ? (
          <CardList cards={cards.data} onRemove={setAskedAbout} />
        ) : cards.isError ? (
          <LoadError title={words.didNotLoad} query={cards} />
        ) : (
          <p role="status">{words.loading}</p>
        )}
      </div>
      {askedAbout && (
        <ConfirmDialog
          open
          question={words.askToRemove(describeCard(askedAbout))}
          detail={words.ifRemoved}
          confirmLabel={frame.remove}
          error={removing.error?.message}
          busy={removing.isPending}
          onConfirm={() => removing.mutate(askedAbout)}
          onCancel={() => {
            removing.reset()
            setAskedAbout(null)
          }}
        />
      )}
    </Card>
  )
}

interface CardListProps {
  cards: readonly KeptCard[]
  onRemove: (card: KeptCard) => void
}

function CardList({ cards, onRemove }: CardListProps) {
  if (cards.length === 0) {
    return <p>{words.noCards(cardWords.keepThisCard)}</p>
  }
  return (
    <ul aria-label={words.yourCards} className="grid gap-4">
      {cards.map((card) => (
        <li key={card._id} className="flex items-center justify-between gap-4">
          <p className="min-w-0">
            <span className="font-extrabold">{describeCard(card)}</span>{' '}
            <span className="inline-block text-muted">{describeExpiry(card)}</span>
          </p>
          <Button
            look="quiet"
            aria-label={words.removeCard(describeCard(card))}
            onClick={() => onRemove(card)}
            className="shrink-0"
          >
            {frame.remove}
          </Button>
        </li>
      ))}
    </ul>
  )
}
