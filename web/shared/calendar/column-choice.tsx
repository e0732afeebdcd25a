import { useId } from 'react'
import type { DayColumn } from './day-layout.ts'

interface ColumnChoiceProps {
  all: readonly DayColumn[]
  shown: readonly DayColumn[]
  onShow: (ids: readonly string[]) => void
}

export function ColumnChoice({ all, shown, onShow }: ColumnChoiceProps) {
  const id = useId()
  const isShown = (column: DayColumn) => shown.some((each) => each.id === column.id)
  return (
    <>
      <button type="button" popoverTarget={id} className="button button-secondary">
        {shown.length === all.length ? 'All columns' : `${shown.length} of ${all.length}`}
        {shown.length < all.length && <span className="sr-only"> columns</span>}
      </button>
      <fieldset
        id={id}
        popover="auto"
        className="popup max-h-[70dvh] min-w-60 overflow-y-auto rounded-2xl bg-base-100 p-3 text-base-content shadow-lift"
      >
        <legend className="sr-only">Columns</legend>
        {all.map((column) => (
          <label key={column.id} className="flex min-h-9 items-center gap-2">
            <input
              type="checkbox"
              checked={isShown(column)}
              onChange={({ target }) =>
                onShow(
                  all
                    .filter((each) => (each.id === column.id ? target.checked : isShown(each)))
                    .map((each) => each.id),
                )
              }
              className="size-5 accent-primary"
            />
            <span className="grow">{column.name}</span>
            <span className="text-muted">{column.isOff ? 'off' : column.count}</span>
          </label>
        ))}
        <button
          type="button"
          onClick={() => onShow(all.filter(({ isOff }) => !isOff).map((each) => each.id))}
          className="button button-quiet mt-1 w-full"
        >
          Show all who work
        </button>
      </fieldset>
    </>
  )
}
