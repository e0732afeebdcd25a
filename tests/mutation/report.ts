import { explanations } from './explanations.ts'
import type { Found, Hunted } from './results.ts'

/** What the generated tests have to notice at least, as a share of the changes of either kind. */
export const ENOUGH = 0.95

const HEAD = `# What the generated tests notice

A test that passes says little unless it would fail. \`npm run mutate:flows\` changes the three machines
and their screens, one thing at a time, takes the walks that are generated from the machines as they
are, and counts how many of the changes a walk notices; then it writes this page. It fails when fewer
than ${100 * ENOUGH} % of either are noticed, or when a survivor is not explained in
\`tests/mutation/explanations.ts\`.

The changed machine is walked alone (layer 1), then, where that notices nothing, under the React
screens (layer 2). A changed screen is walked by each path that comes by the place of the change; the
page is read as a person reads it. A walk over screens that fails has to fail again when there is four
times the time for it, after the same walk has held on the screens as they are: neither a busy machine
nor the walk before passes for a change that was noticed. The walks in a browser (layer 3) come on top.`

const OF = { machine: 'Changes of the machines', screens: 'Changes of the screens' } as const

type Of = keyof typeof OF

export interface Report {
  /** `machines/MUTATIONS.md` */
  text: string
  /** Which share of the mutants was noticed. */
  shares: Record<Of, number>
  /** Survivors without an explanation. */
  unexplained: string[]
}

/** What became of all mutants; screens that no walk ever shows are left out. */
export function reportOf(hunts: readonly Hunted[]): Report {
  const flows = hunts.map(({ flow, found }) => ({
    flow,
    found: screensShown(found).map((mutant) => ({ ...mutant, flow })),
  }))
  const all = flows.flatMap(({ found }) => found)
  const survivors = all.filter(({ killedBy }) => killedBy === null)
  const shareOf = (of: Of) => share(all.filter((mutant) => mutant.of === of))
  return {
    text: `${[
      HEAD,
      tableOf('machine', flows),
      tableOf('screens', flows),
      '## Not noticed, and why',
      survivors.length === 0 ? 'None.' : listOf(survivors),
    ].join('\n\n')}\n`,
    shares: { machine: shareOf('machine'), screens: shareOf('screens') },
    unexplained: survivors.filter((one) => !reasonFor(one)).map(({ name }) => name),
  }
}

/** How many of each kind were noticed, of how many. */
function tableOf(of: Of, flows: readonly { flow: string; found: readonly Found[] }[]): string {
  const columns = flows.map(({ flow, found }) => ({
    flow,
    found: found.filter((mutant) => mutant.of === of),
  }))
  const all = columns.flatMap(({ found }) => found)
  const row = (head: string, cellOf: (found: readonly Found[]) => string) =>
    `| ${[head, ...columns.map(({ found }) => cellOf(found)), cellOf(all)].join(' | ')} |`
  const noticedOf = (found: readonly Found[]) =>
    found.length === 0 ? '' : `${noticed(found)} of ${found.length}`
  const kinds = [...new Set(all.map(({ kind }) => kind))].sort()
  return [
    `## ${OF[of]}`,
    '',
    `| Noticed of made | ${columns.map(({ flow }) => flow).join(' | ')} | all |`,
    `| --- |${' ---: |'.repeat(columns.length + 1)}`,
    ...kinds.map((kind) => row(kind, (found) => noticedOf(found.filter((m) => m.kind === kind)))),
    row('**together**', noticedOf),
    ...(of === 'machine'
      ? [row('of these by the machine alone', (found) => String(noticed(found, 'machine')))]
      : []),
    row('not noticed, explained below', (found) => String(found.length - noticed(found))),
    row('**share**', (found) => `${(100 * share(found)).toFixed(1)} %`),
  ].join('\n')
}

/** Survivors with the same explanation stand together. */
function listOf(survivors: readonly (Found & { flow: string })[]): string {
  const byReason = Map.groupBy(survivors, (one) => reasonFor(one) ?? '**Not explained.**')
  return [...byReason]
    .map(([reason, mutants]) =>
      [
        reason,
        '',
        ...mutants.map(({ of, flow, name }) => {
          const where = of === 'machine' ? `${flow}: ` : ''
          return `* ${where}\`${shortened(name).replaceAll('`', "'")}\``
        }),
      ].join('\n'),
    )
    .join('\n\n')
}

/** Whole functions have long names; where they begin and how they are wrong says enough. */
function shortened(name: string): string {
  return name.length <= 120 ? name : `${name.slice(0, 80)} … ${name.split(' ').at(-1)}`
}

function reasonFor({ name }: Found): string | undefined {
  return explanations.find(([pattern]) => pattern.test(name))?.[1]
}

function noticed(found: readonly Found[], by?: Found['killedBy']): number {
  return found.filter(({ killedBy }) => killedBy !== null && (!by || killedBy === by)).length
}

function share(found: readonly Found[]): number {
  return found.length === 0 ? 1 : noticed(found) / found.length
}

/** Without the files of which no walk comes by anything. */
function screensShown(found: readonly Found[]): Found[] {
  const fileOf = ({ name }: Found) => name.split(':')[0] ?? ''
  const shown = new Set(found.filter(({ isReached }) => isReached).map(fileOf))
  return found.filter((mutant) => mutant.of === 'machine' || shown.has(fileOf(mutant)))
}
