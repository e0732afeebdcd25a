import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { diagramOf } from '#machines/diagram.ts'
import { type Flow, flows } from '#machines/flows.ts'
import { nodesOf } from '#machines/graph.ts'

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

function sectionOf({ title, machine }: Flow): string {
  const { id } = machine
  return [
    `## ${title}`,
    `[${id}-machine.ts](${id}/${id}-machine.ts)`,
    `\`\`\`mermaid\n${diagramOf(machine)}\n\`\`\``,
    '| State | Meaning |\n| --- | --- |\n'.concat(
      nodesOf(machine)
        .slice(1)
        .map(({ stateNode: { path, description } }) => `| \`${path.join('.')}\` | ${description} |`)
        .join('\n'),
    ),
  ].join('\n\n')
}

// `npm run diagrams`
if (import.meta.main) {
  writeFileSync(README, readmeOf(flows))
  console.log(relative(process.cwd(), README))
}
