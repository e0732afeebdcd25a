import { useId } from 'react'
import { describeExpiry, type KeptCard } from '#contract/payments/cards.ts'
import { describeCard } from '#contract/payments/payment-card.ts'
import * as words from '#words/en/payments/cards.ts'

interface KeptCardsProps {
  cards: readonly KeptCard[]
  /** Null for the card that is typed. */
  chosen: string | null
  disabled: boolean
  onChoose: (card: string | null) => void
}

/** The user's kept cards above the card field, of which one may pay; nothing without any. */
export function KeptCards({ cards, chosen, disabled, onChoose }: KeptCardsProps) {
  const name = useId()
  if (cards.length === 0) return null
  const radio = (card: string | null) => ({
    type: 'radio',
    name,
    className: 'size-5 shrink-0 accent-primary',
    checked: chosen === card,
    onChange: () => onChoose(card),
  })
  return (
    <div className="mb-2 grid">
      {cards.map((card) => (
        <label key={card._id} className="flex min-h-11 items-center gap-3">
          <input {...radio(card._id)} disabled={disabled || card.expired} />
          <span className="flex flex-wrap gap-x-3">
            <span className={card.expired ? 'text-muted' : 'font-bold'}>{describeCard(card)}</span>{' '}
            <span className="text-muted">{describeExpiry(card)}</span>
          </span>
        </label>
      ))}
      <label className="flex min-h-11 items-center gap-3">
        <input {...radio(null)} disabled={disabled} />
        <span>{words.anotherCard}</span>
      </label>
    </div>
  )
}

interface KeepBoxProps {
  isKept: boolean
  disabled: boolean
  onChange: (isKept: boolean) => void
}

/** Asks whether the typed card is to be kept, and says what that means. */
export function KeepBox({ isKept, disabled, onChange }: KeepBoxProps) {
  const id = useId()
  return (
    <div className="mt-2 flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-primary"
        checked={isKept}
        disabled={disabled}
        aria-describedby={`${id}-terms`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <div className="min-w-0">
        <label htmlFor={id}>{words.keepThisCard}</label>
        <p id={`${id}-terms`} className="text-sm text-muted">
          {words.providerKeepsIt}
        </p>
      </div>
    </div>
  )
}
