import type { MachineMutant } from './machine-mutants.ts'

/** The share of mutants that the walks must detect. */
export const ENOUGH = 0.95

/** A mutant of a flow's machine, and whether a walk failed on it. */
export interface Tried extends Pick<MachineMutant, 'name' | 'kind'> {
  flow: string
  isDetected: boolean
}

const HEAD = `# What the generated tests detect

A test that passes says little unless it would fail. \`npm run mutate:flows\` changes one part of a
machine at a time, takes the walks that were generated from the unchanged machine on the changed one,
and writes this page. It fails when the walks detect fewer than ${100 * ENOUGH} % of the changes, or
when a change that they do not detect has no explanation in \`tests/mutation/report.ts\`.`

/** Patterns of mutants that no walk detects, each with the reason. */
const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /^dialog: slot\.choose: (action assignSlot )?dropped$|^dialog\.(fillingForm|termsChanged): (booking\.submit|series\.start) → \S+: guard dropped$/,
    'Others book and cancel meanwhile, which is no step of a walk: `booking-machine.test.ts` tests it.',
  ],
  [
    /^date\.loadingTreatments: onDone → #booking\.treatment\.choosing\.treatmentFull: to booking\.slot\.choosing\.undisturbed$|^confirming: onDone → proving\.wrong: guard dropped$/,
    'There the machine goes on to the same state at once.',
  ],
  [
    /^idle\.loadingAppointment: onDone → #payment\.failed\.openedElsewhere: action assignAppointment dropped$/,
    'The same appointment was loaded before.',
  ],
  [
    /^the machine: begins in day$/,
    'The walks begin with a link: `siblings-booking-machine.test.ts` begins in the dialog.',
  ],
  [
    /^(paid: begins in earlier|done: begins in cancelled|answered: begins in elsewhere|working: begins in (running|undoing))$/,
    'Every transition to the state names the state within.',
  ],
  [
    /^(confirming\.settling\.asking: onDone → waiting|dialog\.addingChild: child\.save → savingChild|open: visit\.(book → loading|elsewhere → answering)|mapping: import\.check → saving|report: import\.(check → saving|run → confirming)|done: import\.undo → asking): action forgetMessage dropped$/,
    'Matters only when the call before has failed, which is no transition of its own.',
  ],
  [
    /^choosing: cancel\.start → cancelling: action assignWho dropped$/,
    'Matters only when staff chose the clinic in a dialog before, which is no transition of its own.',
  ],
]

/** @returns `machines/MUTATIONS.md`, the share of detected mutants, and undetected ones without a reason */
export function reportOf(tried: readonly Tried[]) {
  const survivors = tried.filter(({ isDetected }) => !isDetected)
  const reasonOf = ({ name }: Tried) => EXPLANATIONS.find(([pattern]) => pattern.test(name))?.[1]
  const nameOf = ({ flow, name }: Tried) => `${flow}: \`${name}\``
  const lists = [...Map.groupBy(survivors, (one) => reasonOf(one) ?? '**Not explained.**')].map(
    ([reason, mutants]) => [reason, '', ...mutants.map((one) => `* ${nameOf(one)}`)].join('\n'),
  )
  return {
    text: `${[HEAD, tableOf(tried), '## Not detected, and why', ...lists].join('\n\n')}\n`,
    share: shareOf(tried),
    unexplained: survivors
      .filter((one) => !reasonOf(one))
      .map(({ flow, name }) => `${flow}: ${name}`),
  }
}

function tableOf(tried: readonly Tried[]): string {
  const flows = [...new Set(tried.map(({ flow }) => flow))]
  const kinds = [...new Set(tried.map(({ kind }) => kind))].sort()
  const row = (head: string, cell: (some: readonly Tried[]) => string, rows = tried) => {
    const columns = flows.map((flow) => rows.filter((one) => one.flow === flow))
    return `| ${[head, ...columns.map(cell), cell(rows)].join(' | ')} |`
  }
  const counts = (some: readonly Tried[]) =>
    some.length === 0
      ? ''
      : `${some.filter(({ isDetected }) => isDetected).length} of ${some.length}`
  return [
    `| Detected of made | ${flows.join(' | ')} | all |`,
    `| --- |${' ---: |'.repeat(flows.length + 1)}`,
    ...kinds.map((kind) =>
      row(
        kind,
        counts,
        tried.filter((one) => one.kind === kind),
      ),
    ),
    row('**together**', counts),
    row('**share**', (some) => `${(100 * shareOf(some)).toFixed(1)} %`),
  ].join('\n')
}

function shareOf(tried: readonly Tried[]): number {
  return tried.filter(({ isDetected }) => isDetected).length / tried.length
}
