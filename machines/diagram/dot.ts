import { type Chart, type ChartState, everyState } from './chart.ts'

/** The machine in Graphviz's language; each state's shape has its path as `id`, after `state-`. */
export function dotOf(chart: Chart): string {
  const states = everyState(chart.root)
  const within = new Map(states.map((state) => [state.path, state]))
  const sources = new Set(chart.transitions.map(({ source }) => source))

  function inside(state: ChartState): string[] {
    const lines = state.states.flatMap((child) =>
      child.states.length === 0
        ? [`${quote(child.path)} [id=${quote(`state-${child.path}`)} label=${quote(child.name)}]`]
        : [
            `subgraph ${quote(`cluster_${child.path}`)} {`,
            `id=${quote(`state-${child.path}`)} label=${quote(child.name)} class="${child.isRegion ? 'region' : 'compound'}"`,
            ...inside(child),
            '}',
          ],
    )
    if (state.kind !== 'simple') lines.unshift(`${quote(startOf(state))} ${START}`)
    if (state.states.length > 0 && sources.has(state.path)) {
      lines.unshift(`${quote(anyOf(state))} ${ANYWHERE}`)
    }
    return lines
  }

  const begins = states.flatMap((state) => {
    const firsts = state.kind === 'parallel' ? state.states.map(entryOf) : [state.initial]
    return firsts.flatMap((first) => {
      const target = first === null ? undefined : within.get(first)
      const name = target ? entryOf(target) : first
      return name === null ? [] : [`${quote(startOf(state))} -> ${quote(name)} [class="begin"]`]
    })
  })

  const arrows = new Map<string, { ends: string; labels: string[]; isBack: boolean }>()
  for (const { source, target, event, guard } of chart.transitions) {
    const from = within.get(source)
    const to = within.get(target ?? source)
    if (!from || !to) continue
    const ends = `${quote(from.states.length > 0 ? anyOf(from) : from.path)} -> ${quote(
      target === null ? exitOf(from) : entryOf(to),
    )}`
    // What leads back to an earlier state does not move that state down the page.
    const isBack = states.indexOf(to) <= states.indexOf(from)
    const arrow = arrows.get(ends) ?? { ends, labels: [], isBack }
    arrow.labels.push(guard ? `${event} [${guard}]` : event)
    arrows.set(ends, arrow)
  }

  return [
    `digraph ${quote(chart.id)} {`,
    'graph [rankdir=TB fontname="Helvetica" fontsize=13 bgcolor="transparent" nodesep=0.28 ranksep=0.7 pad=0.3 style="rounded" penwidth=1.2 labeljust=l]',
    'node [shape=box style="rounded" fontname="Helvetica" fontsize=12 height=0.36 margin="0.14,0.06" class="state"]',
    'edge [fontname="Helvetica" fontsize=10 arrowsize=0.7 class="transition"]',
    ...inside(chart.root),
    ...begins,
    ...[...arrows.values()].map(
      ({ ends, labels, isBack }) =>
        `${ends} [label=${quote(` ${labels.join(' \\n ')} `)} constraint=${!isBack}]`,
    ),
    '}',
  ].join('\n')
}

const START = '[label="" shape=circle width=0.14 height=0.14 fixedsize=true class="start"]'
/** Where the transitions of a compound state begin, whichever of its states is active. */
const ANYWHERE =
  '[label="anywhere in here" shape=plaintext fontsize=10 height=0.2 class="anywhere"]'

function startOf(state: ChartState): string {
  return `start ${state.path}`
}

function anyOf(state: ChartState): string {
  return `anywhere ${state.path}`
}

function exitOf(state: ChartState): string {
  return state.states.length > 0 ? anyOf(state) : state.path
}

/** The shape that an arrow into the state ends at. */
function entryOf(state: ChartState): string {
  return state.kind === 'simple' ? state.path : startOf(state)
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`
}
