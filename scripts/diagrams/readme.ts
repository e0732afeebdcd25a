import { type Chart, everyState } from '../../machines/diagram/chart.ts'
import { mermaidOf } from '../../machines/diagram/mermaid.ts'
import type { Meanings } from './meanings.ts'

export interface Flow {
  /** 'Booking an appointment' */
  title: string
  chart: Chart
  meanings: Meanings
}

const HEAD = `# The flows

What a visitor can do, and what can happen to them, as state machines. Whoever changes a flow changes
its machine first; \`npm run diagrams\` then writes this page and the pictures anew, and a test fails
until it has.

An event named like a call with ✓ is the answer of that call, with ✗ its failure; \`after …\` is a
timer. In brackets stands what must hold for the transition to be taken; of several with the same
event the first that may be taken is.

[MUTATIONS.md](MUTATIONS.md) counts which changes of the machines and their screens the generated
tests notice.`

/** `machines/README.md`: every machine's diagram, and in a line each what its parts mean. */
export function readmeOf(flows: readonly Flow[]): string {
  return `${[HEAD, ...flows.map(sectionOf)].join('\n\n')}\n`
}

function sectionOf({ title, chart, meanings }: Flow): string {
  const { id, root, transitions } = chart
  const states = everyState(root).slice(1)
  const events = [...meanings.events]
  return [
    `## ${title} (\`${id}.ts\`)`,
    `\`\`\`mermaid\n${mermaidOf(chart)}\n\`\`\``,
    `The same as a picture: [diagrams/${id}.svg](diagrams/${id}.svg).`,
    table(
      ['State', 'Meaning'],
      states.map(({ path, meaning }) => [code(path), meaning]),
    ),
    table(
      ['Event', 'Meaning'],
      events.map(([name, meaning]) => [code(name), meaning]),
    ),
    table(
      ['Call', 'Meaning'],
      [...meanings.actors].map(([name, meaning]) => [code(name), meaning]),
    ),
    table(
      ['From', 'Event', 'If', 'To', 'Then'],
      transitions.map(({ source, event, guard, target, actions }) => [
        source === '' ? 'anywhere' : code(source),
        code(event),
        guard ? code(guard) : '',
        target === null ? 'stays' : code(target),
        actions.map(code).join(', '),
      ]),
    ),
  ].join('\n\n')
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function code(text: string): string {
  return `\`${text}\``
}
