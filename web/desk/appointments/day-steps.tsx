import './segmented.css'
import type { LucideIcon } from 'lucide-react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'

interface DayStepsProps {
  isToday: boolean
  /** -1 leads to the days before, 1 to those after, 0 to today. */
  onStep: (by: -1 | 0 | 1) => void
  /** The key that leads to today. */
  todayKey?: string
}

/** The buttons that lead to other days. */
export function DaySteps({ isToday, onStep, todayKey }: DayStepsProps) {
  return (
    <div className="segmented">
      <StepButton label="Previous" Icon={ChevronLeft} onClick={() => onStep(-1)} />
      <button
        type="button"
        disabled={isToday}
        aria-keyshortcuts={todayKey}
        onClick={() => onStep(0)}
        className="segment"
      >
        Today
      </button>
      <StepButton label="Next" Icon={ChevronRight} onClick={() => onStep(1)} />
    </div>
  )
}

interface StepButtonProps {
  label: string
  Icon: LucideIcon
  onClick: () => void
}

function StepButton({ label, Icon, onClick }: StepButtonProps) {
  return (
    <button type="button" title={label} onClick={onClick} className="segment">
      <Icon aria-hidden="true" size={18} />
      <span className="sr-only">{label}</span>
    </button>
  )
}
