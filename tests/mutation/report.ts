import { explanations } from './explanations.ts'
import type { Found, Hunted } from './results.ts'

/** What the generated tests have to notice at least, as a share of all mutants. */
export const ENOUGH = 0.95

const HEAD = `# What the generated tests notice

Written by \`npm run mutate:flows\`. It changes the machines and the screens of the flows, one thing at a
time: a transition dropped, led elsewhere or made to stay; a guard dropped or negated; an action, a
call, its input or one of the things that an action sets dropped; a time halved or doubled; a control
left enabled, a handler or a call dropped, a condition negated, a text wrong. Then it takes the walks
that are generated from the machines as they are committed, with the changed machine in their place,
first on the machine alone (layer 1), then on the React screens (layer 2), until one of them fails.
Which change a walk could notice at all is known beforehand: it has to come by its place.`

export interface Report {
  /** `machines/MUTATIONS.md` */
  text: string
  /** Share of the mutants that were noticed. */
  score: number
  /** Survivors without an explanation. */
  unexplained: string[]
}

/** What became of all mutants; screens that no walk ever shows are left out. */
export function reportOf(hunts: readonly Hunted[]): Report {
  const rows = hunts.flatMap(({ flow, found, seconds }) => {
    const shown = screensShown(found)
    return (['machine', 'screens'] as const).map((of) => {
      const all = shown.filter((mutant) => mutant.of === of)
      return { flow, of, all, seconds }
    })
  })
  const all = rows.flatMap((row) => row.all)
  const survivors = all.filter(({ killedBy }) => killedBy === null)
  const score = all.length === 0 ? 0 : 1 - survivors.length / all.length
  const reasonFor = ({ name }: Found) => explanations.find(([pattern]) => pattern.test(name))?.[1]
  return {
    text: `${[
      HEAD,
      [
        '| Flow | Of | Mutants | Noticed by layer 1 | by layer 2 | Not noticed | Share |',
        '| --- | --- | --- | --- | --- | --- | --- |',
        ...rows.map(({ flow, of, all: mutants }) => row(flow, of, mutants)),
        row('**all**', '', all),
      ].join('\n'),
      `It took ${hunts.map(({ flow, seconds }) => `${Math.round(seconds)} s for ${flow}`).join(', ')}.`,
      '## Not noticed',
      survivors.length === 0
        ? 'None.'
        : [
            '| Mutant | Why it lives |',
            '| --- | --- |',
            ...survivors.map(
              (mutant) =>
                `| \`${inTable(mutant.name)}\` | ${reasonFor(mutant) ?? '**not explained**'} |`,
            ),
          ].join('\n'),
    ].join('\n\n')}\n`,
    score,
    unexplained: survivors.filter((mutant) => !reasonFor(mutant)).map(({ name }) => name),
  }
}

function row(flow: string, of: string, mutants: readonly Found[]): string {
  const by = (layer: Found['killedBy']) =>
    mutants.filter(({ killedBy }) => killedBy === layer).length
  const share = mutants.length === 0 ? 1 : 1 - by(null) / mutants.length
  const cells = [flow, of, mutants.length, by('machine'), by('screens'), by(null)]
  return `| ${cells.join(' | ')} | ${(100 * share).toFixed(1)} % |`
}

/** Without the files of which no walk comes by anything. */
function screensShown(found: readonly Found[]): Found[] {
  const fileOf = ({ name }: Found) => name.split(':')[0] ?? ''
  const shown = new Set(found.filter(({ isReached }) => isReached).map(fileOf))
  return found.filter((mutant) => mutant.of === 'machine' || shown.has(fileOf(mutant)))
}

function inTable(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('`', "'")
}
