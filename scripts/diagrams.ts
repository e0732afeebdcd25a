import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { AnyStateNode } from 'xstate'
import { type Flow, flows } from '#machines/flows.ts'
import { readableEvent } from '#machines/testing/tours.ts'

export const README = join(import.meta.dirname, '../machines/README.md')

const HEAD = `# The flows

What a user can do, as state machines: one folder for each. To change a flow, change its machine
first, then run \`npm run diagrams\`, which writes this page; a test fails if it is out of date.

In the diagrams, \`loadTreatments ✓\` is the result of that call, \`loadTreatments ✗\` its failure, and
\`after renewal\` a timer. A condition stands in brackets; of several transitions with the same event,
the first whose condition holds is taken. The machine files describe each event and call.

[MUTATIONS.md](MUTATIONS.md) counts which changes of the machines the generated tests detect.`

/** The contents of `machines/README.md`: a diagram of each machine and the meaning of its states. */
export function readmeOf(all: readonly Flow[]): string {
  return `${[HEAD, ...all.map(sectionOf)].join('\n\n')}\n`
}

/** All states of a machine below `node`, each before the states within it. */
export function statesIn(node: AnyStateNode): AnyStateNode[] {
  return Object.values(node.states).flatMap((state) => [state, ...statesIn(state)])
}

function sectionOf({ title, machine }: Flow): string {
  const { id, root } = machine
  return [
    `## ${title}`,
    `[${id}-machine.ts](${id}/${id}-machine.ts)`,
    `\`\`\`mermaid\n${diagramOf(root)}\n\`\`\``,
    '| State | Meaning |\n| --- | --- |\n'.concat(
      statesIn(root)
        .map(({ path, description }) => `| \`${path.join('.')}\` | ${description} |`)
        .join('\n'),
    ),
  ].join('\n\n')
}

/** A Mermaid state diagram (https://mermaid.js.org/syntax/stateDiagram.html). */
function diagramOf(root: AnyStateNode): string {
  const arrows = [root, ...statesIn(root)].flatMap(arrowsFrom)
  return ['stateDiagram-v2', ...statesAsText(root, '  '), ...arrows].join('\n')
}

function statesAsText(node: AnyStateNode, indent: string): string[] {
  const initial = node.type === 'compound' ? node.initial.target[0] : undefined
  const children = Object.values(node.states).flatMap((child, index) => [
    ...(node.type === 'parallel' && index > 0 ? [`${indent}--`] : []),
    ...(child.type === 'compound' || child.type === 'parallel'
      ? [
          `${indent}state "${child.key}" as ${idOf(child)} {`,
          ...statesAsText(child, `${indent}  `),
          `${indent}}`,
        ]
      : [`${indent}state "${child.key}" as ${idOf(child)}`]),
    ...(child.type === 'final' ? [`${indent}${idOf(child)} --> [*]`] : []),
  ])
  return [...(initial ? [`${indent}[*] --> ${idOf(initial)}`] : []), ...children]
}

/** One arrow for all transitions between the same two states. */
function arrowsFrom(source: AnyStateNode): string[] {
  const labels = new Map<AnyStateNode, string[]>()
  for (const { target, eventType, guard } of [...source.transitions.values()].flat()) {
    const event = readableEvent(eventType)
    const to = target?.[0] ?? source
    labels.set(to, [...(labels.get(to) ?? []), guard ? `${event} [${nameOf(guard)}]` : event])
  }
  return [...labels].map(([to, all]) => `  ${idOf(source)} --> ${idOf(to)} : ${all.join(' or ')}`)
}

/** Mermaid does not allow dots in names. */
function idOf({ path }: AnyStateNode): string {
  return path.join('_')
}

/** @throws Error for an inline guard, which has no name to show */
function nameOf(guard: unknown): string {
  if (typeof guard === 'string') return guard
  if (guard instanceof Object && 'type' in guard) return String(guard.type)
  throw new Error('Guards need names')
}

// `npm run diagrams`
if (import.meta.main) {
  writeFileSync(README, readmeOf(flows))
  console.log(relative(process.cwd(), README))
}
