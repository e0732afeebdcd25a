import type { ClassNames } from 'react-day-picker'

const MONTH_BUTTON =
  'grid size-11 cursor-pointer place-items-center rounded-full text-primary hover:bg-leaf aria-disabled:cursor-default aria-disabled:opacity-30 aria-disabled:hover:bg-transparent'

/** The clinic's look for the calendar, in place of the library's own stylesheet. */
export const CALENDAR_CLASSES: Partial<ClassNames> = {
  root: 'relative -mx-2 sm:mx-0',
  months: 'w-full',
  month: 'w-full',
  nav: 'absolute top-0 right-0 flex gap-1',
  button_previous: MONTH_BUTTON,
  button_next: MONTH_BUTTON,
  chevron: 'size-5 fill-current',
  month_caption: 'flex min-h-11 items-center pl-2 text-xl font-extrabold',
  month_grid: 'mt-3 w-full table-fixed border-collapse',
  weekday: 'pb-1 text-sm font-bold text-muted',
  day: 'group text-center sm:p-0.5',
  day_button:
    'mx-auto grid aspect-square w-full max-w-11 cursor-pointer place-items-center rounded-full font-bold not-group-data-selected:hover:bg-leaf disabled:cursor-not-allowed disabled:font-normal disabled:text-muted/60 disabled:hover:bg-transparent aria-disabled:text-muted/60 group-data-selected:bg-primary group-data-selected:text-primary-content group-data-today:underline group-data-today:decoration-2 group-data-today:underline-offset-4',
  outside: 'text-muted',
}
