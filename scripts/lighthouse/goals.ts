/** A page to measure, and its minimum performance score. */
export interface Goal {
  path: string
  /** Of 100. */
  performance: number
  /** Whether search engines list it; SEO is measured only then. */
  isListed: boolean
  isSignedIn: boolean
}

const everyone = { performance: 98, isSignedIn: false }
const users = { performance: 90, isListed: false, isSignedIn: true }

export const GOALS: readonly Goal[] = [
  { path: '/', isListed: true, ...everyone },
  { path: '/about', isListed: true, ...everyone },
  { path: '/reviews', isListed: true, ...everyone },
  { path: '/contactus', isListed: true, ...everyone },
  { path: '/doctors', isListed: true, ...everyone },
  { path: '/times', isListed: true, ...everyone },
  { path: '/login', isListed: false, ...everyone },
  { path: '/signup', isListed: false, ...everyone },
  { path: '/appointment', ...users },
  { path: '/dashboard', ...users },
]

/** The figures of one run of Lighthouse. Scores are of 100. */
export interface Figures {
  performance: number
  accessibility: number
  'best-practices': number
  /** 100 on pages that are not measured. */
  seo: number
  /** Largest contentful paint, in milliseconds. */
  lcp: number
  /** Total blocking time, in milliseconds. */
  tbt: number
  /** Cumulative layout shift; no unit. */
  cls: number
}

/** The scores that miss their goal: 100 for all but the performance. */
export function missed(figures: Figures, { performance }: Goal): (keyof Figures)[] {
  const goals = { performance, accessibility: 100, 'best-practices': 100, seo: 100 }
  const names = Object.keys(goals) as (keyof typeof goals)[]
  return names.filter((name) => figures[name] < goals[name])
}

/** The median of each figure; of an even number of runs the larger of the two middle ones. */
export function median(runs: readonly Figures[]): Figures {
  const [first] = runs
  if (!first) throw new Error('There is no run to take the median of')
  const names = Object.keys(first) as (keyof Figures)[]
  const middle = (name: keyof Figures) => middleOf(runs.map((run) => run[name]))
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as unknown as Figures
}

/** The median; of an even number of values the larger of the two middle ones, NaN of none. */
export function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
