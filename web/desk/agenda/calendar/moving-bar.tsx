import { useNavigate } from 'react-router-dom'
import { count } from '#contract/count.ts'
import { changePage } from '#web/both/appointments/booked-family.ts'
import { Button } from '#web/components/button.tsx'
import type { Move } from './use-move.ts'

interface MovingBarProps {
  move: Move
  name: string
  onPutBack: () => void
}

/** Shows what is being moved, and how to end the move without a target. */
export function MovingBar({ move: { entry, targets }, name, onPutBack }: MovingBarProps) {
  const navigate = useNavigate()
  const { _id, family } = entry
  return (
    <div className="calendar-moving">
      <p className="min-w-0 grow">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {targets
          ? `: choose one of ${count(targets.length, 'free time')}`
          : ': loading the free times …'}
      </p>
      {family && (
        <Button look="secondary" onClick={() => void navigate(changePage({ id: family }, _id))}>
          Another day
        </Button>
      )}
      <Button look="secondary" onClick={onPutBack}>
        Put it back
      </Button>
    </div>
  )
}
