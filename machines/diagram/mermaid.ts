import type { Chart, ChartState, ChartTransition } from './chart.ts'

/** The machine as a Mermaid state diagram (https://mermaid.js.org/syntax/stateDiagram.html). */
export function mermaidOf(chart: Chart): string {
  const lines = [
    'stateDiagram-v2',
    ...insideOf(chart.root),
    ...merge(chart.transitions).map(
      ({ source, target, labels }) =>
        `  ${idOf(source)} --> ${idOf(target)} : ${labels.join(' or ')}`,
    ),
  ]
  return lines.join('\n')
}

function insideOf(state: ChartState, indent = '  '): string[] {
  const start = state.initial === null ? [] : [`${indent}[*] --> ${idOf(state.initial)}`]
  const states = state.states.flatMap((child, index) => {
    const id = idOf(child.path)
    const between = state.kind === 'parallel' && index > 0 ? [`${indent}--`] : []
    if (child.states.length === 0) return [...between, `${indent}state "${child.name}" as ${id}`]
    return [
      ...between,
      `${indent}state "${child.name}" as ${id} {`,
      ...insideOf(child, `${indent}  `),
      `${indent}}`,
    ]
  })
  return [...start, ...states]
}

/** Mermaid has no dots in its names. */
function idOf(path: string): string {
  return path.replaceAll('.', '_')
}

/** One arrow for all that leads from one state to another. */
function merge(transitions: readonly ChartTransition[]) {
  const arrows = new Map<string, { source: string; target: string; labels: string[] }>()
  for (const { source, target: to, event, guard } of transitions) {
    const target = to ?? source
    const key = `${source} ${target}`
    const arrow = arrows.get(key) ?? { source, target, labels: [] }
    arrow.labels.push(guard ? `${event} [${guard}]` : event)
    arrows.set(key, arrow)
  }
  return [...arrows.values()]
}
