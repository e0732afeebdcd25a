import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { type DirectedGraphNode, toDirectedGraph } from 'xstate/graph'
import { isForbidden, nodesOf, readableEvent } from './graph.ts'

/** A Mermaid state diagram (https://mermaid.js.org/syntax/stateDiagram.html). */
export function diagramOf(machine: AnyStateMachine): string {
  const arrows = nodesOf(machine)
    .flatMap(arrowsFrom)
    .map(({ source, target, labels }) => {
      // A transition of the whole machine starts at the initial state again.
      const from = source.path.length === 0 ? '[*]' : idOf(source)
      return `  ${from} --> ${idOf(target)} : ${labels.join(' or ')}`
    })
  return ['stateDiagram-v2', ...statesAsText(toDirectedGraph(machine), '  '), ...arrows].join('\n')
}

function statesAsText({ stateNode: node, children }: DirectedGraphNode, indent: string): string[] {
  const initial = node.type === 'compound' ? node.initial.target[0] : undefined
  const states = children.flatMap((child, index) => {
    const { key, type } = child.stateNode
    const id = idOf(child.stateNode)
    return [
      ...(node.type === 'parallel' && index > 0 ? [`${indent}--`] : []),
      ...(child.children.length > 0
        ? [
            `${indent}state "${key}" as ${id} {`,
            ...statesAsText(child, `${indent}  `),
            `${indent}}`,
          ]
        : [`${indent}state "${key}" as ${id}`]),
      ...(type === 'final' ? [`${indent}${id} --> [*]`] : []),
    ]
  })
  return [...(initial ? [`${indent}[*] --> ${idOf(initial)}`] : []), ...states]
}

interface Arrow {
  source: AnyStateNode
  target: AnyStateNode
  /** The events, with their guards. */
  labels: string[]
}

/** The arrows from a state, one per target. */
export function arrowsFrom({ edges, stateNode: source }: DirectedGraphNode): Arrow[] {
  const drawn = [
    ...edges
      .filter(({ transition }) => !isForbidden(transition))
      .map(({ target, label, transition }) => ({
        target,
        label: labelOf(readableEvent(label.text), transition),
      })),
    ...(source.always ?? []).flatMap((transition) =>
      (transition.target ?? []).map((target) => ({
        target,
        label: labelOf('at once', transition),
      })),
    ),
  ]
  return [...Map.groupBy(drawn, ({ target }) => target)].map(([target, all]) => ({
    source,
    target,
    labels: all.map(({ label }) => label),
  }))
}

function labelOf(event: string, { guard }: Pick<AnyTransitionDefinition, 'guard'>): string {
  return guard ? `${event} [${nameOf(guard)}]` : event
}

/** Mermaid does not allow dots in names. */
export function idOf({ path }: Pick<AnyStateNode, 'path'>): string {
  return path.join('_')
}

/** @throws Error for an inline guard, which has no name to show */
function nameOf(guard: unknown): string {
  if (typeof guard === 'string') return guard
  if (guard instanceof Object && 'type' in guard) return String(guard.type)
  throw new Error('Guards need names')
}
