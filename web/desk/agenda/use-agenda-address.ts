import { useSearchParams } from 'react-router-dom'
import { dateInAddress, type IsoDate } from '#contract/dates.ts'
import { storedValue } from '#web/lib/stored-value.ts'

export const VIEWS = { day: 'Day', list: 'List', week: 'Week', month: 'Month' } as const
export type View = keyof typeof VIEWS | 'settle'

/** The view that was chosen last on this computer. */
const chosenView = storedValue('sprout.agenda-view')
export const rememberView = (view: View) => chosenView.write(view)

/** Filters of a list; without one it shows all appointments of the day. */
export const FILTERS = {
  late: 'Late',
  waiting: 'Arrived',
  unpaid: 'Not paid',
  expected: 'Expected',
  begun: 'Here or over',
} as const
export type Filter = keyof typeof FILTERS

/** The page's state in the URL: `/dashboard/agenda?date=2026-06-05&view=week`, in the list `&show=late`. */
export interface AgendaAddress {
  /** Undefined until the clinic's today is known. */
  date: IsoDate | undefined
  view: View
  /** Whether the URL names the view. */
  hasView: boolean
  show: Filter | null
  linkTo: (to: Partial<Pick<AgendaAddress, 'view' | 'show'>> & { date?: IsoDate }) => string
  /** Null for today. */
  goTo: (date: IsoDate | null) => void
}

/** @param today the clinic's day, once known, which applies when the address has none */
export function useAgendaAddress(today: IsoDate | undefined): AgendaAddress {
  const [parameters, setParameters] = useSearchParams()
  const date = dateInAddress(parameters, 'date', undefined)
  const named = parameters.get('view')
  const shown = parameters.get('show')
  const show = shown !== null && shown in FILTERS ? (shown as Filter) : null
  const view = viewOf(named) ?? (show ? 'list' : (viewOf(chosenView.read()) ?? 'day'))

  function parametersOf(
    to: Partial<Pick<AgendaAddress, 'view' | 'show'>> & { date?: IsoDate | null },
  ): Record<string, string> {
    const next = { date, view, show, ...to }
    return {
      ...(next.date && { date: next.date }),
      view: next.view,
      ...(next.view === 'list' && next.show && { show: next.show }),
    }
  }

  return {
    date: date ?? today,
    view,
    hasView: named === view,
    show,
    linkTo: (to) => `?${new URLSearchParams(parametersOf(to))}`,
    goTo: (to) => setParameters(parametersOf({ date: to }), { preventScrollReset: true }),
  }
}

function viewOf(text: string | null): View | undefined {
  // As in links of earlier versions.
  if (text === 'grid') return 'day'
  return text === 'settle' || (text !== null && text in VIEWS) ? (text as View) : undefined
}
