/** A page to measure, and what it has to reach. */
export interface Goal {
  path: string
  /** Of 100. */
  performance: number
  /** Listed by search engines; SEO is not measured on other pages. */
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
  { path: '/login', isListed: false, ...everyone },
  { path: '/signup', isListed: false, ...everyone },
  { path: '/appointment', ...users },
  { path: '/dashboard', ...users },
]

/** What one run of Lighthouse measured: scores of 100, times in milliseconds. */
export interface Figures {
  performance: number
  accessibility: number
  bestPractices: number
  /** Null where the page is not for search engines. */
  seo: number | null
  /** Largest contentful paint. */
  lcp: number
  /** Total blocking time. */
  tbt: number
  /** Cumulative layout shift; no unit. */
  cls: number
}

const LONGEST_LCP_MS = 2000
const LONGEST_TBT_MS = 100
const LARGEST_CLS = 0.02

/** The names of the figures that miss their goal. */
export function missed(figures: Figures, goal: Goal): (keyof Figures)[] {
  const { performance, accessibility, bestPractices, seo, lcp, tbt, cls } = figures
  const isMissed: Record<keyof Figures, boolean> = {
    performance: performance < goal.performance,
    accessibility: accessibility < 100,
    bestPractices: bestPractices < 100,
    seo: seo !== null && seo < 100,
    lcp: lcp > LONGEST_LCP_MS,
    tbt: tbt > LONGEST_TBT_MS,
    cls: cls > LARGEST_CLS,
  }
  return (Object.keys(isMissed) as (keyof Figures)[]).filter((name) => isMissed[name])
}

/** The middle one of each figure; of an even number of runs the worse of the two. */
export function median(runs: readonly Figures[]): Figures {
  const [first] = runs
  if (!first) throw new Error('There is no run to take the median of')
  const middle = (name: keyof Figures, isScore: boolean): number => {
    const sorted = runs.map((run) => run[name] ?? 0).sort((a, b) => a - b)
    const at = isScore ? Math.floor((sorted.length - 1) / 2) : Math.floor(sorted.length / 2)
    return sorted[at] ?? 0
  }
  return {
    performance: middle('performance', true),
    accessibility: middle('accessibility', true),
    bestPractices: middle('bestPractices', true),
    seo: first.seo === null ? null : middle('seo', true),
    lcp: middle('lcp', false),
    tbt: middle('tbt', false),
    cls: middle('cls', false),
  }
}
