import { useSearchParams } from 'react-router-dom'
import { dateInAddress, type IsoDate } from '#contract/dates.ts'

export const VIEWS = { day: 'Day', list: 'List', week: 'Week', month: 'Month' } as const
export type View = keyof typeof VIEWS | 'settle'

/** The agenda's state in the URL: `/dashboard/agenda?date=2026-06-05&view=week`. */
export interface AgendaAddress {
  /** Undefined until the clinic's today is known. */
  date: IsoDate | undefined
  view: View
  linkTo: (to: { view?: View; date?: IsoDate }) => string
  /** Null: today. */
  goTo: (date: IsoDate | null) => void
}

/** @param today the clinic's, once it is known: the day without one in the address */
export function useAgendaAddress(today: IsoDate | undefined): AgendaAddress {
  const [parameters, setParameters] = useSearchParams()
  const date = dateInAddress(parameters, 'date', undefined)
  const view = viewOf(parameters.get('view'))

  function parametersOf(to: { view?: View; date?: IsoDate | null }): Record<string, string> {
    const next = { date, view, ...to }
    return {
      ...(next.date && { date: next.date }),
      ...(next.view !== 'list' && { view: next.view }),
    }
  }

  return {
    date: date ?? today,
    view,
    linkTo: (to) => `?${new URLSearchParams(parametersOf(to))}`,
    goTo: (to) => setParameters(parametersOf({ date: to }), { preventScrollReset: true }),
  }
}

function viewOf(text: string | null): View {
  // As links of earlier versions name it.
  if (text === 'grid') return 'day'
  return text === 'settle' || (text !== null && text in VIEWS) ? (text as View) : 'list'
}
