import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { diagramOf } from '#machines/diagram.ts'
import { nodesOf } from '#machines/graph.ts'
import { type Flow, flows } from '#machines/testing/flows.ts'

export const README = join(import.meta.dirname, '../machines/README.md')

const HEAD = `# The flows

What a user can do, as state machines: one folder for each. To change a flow, change its machine
first, then run \`npm run diagrams\`, which writes this page; a test fails if it is out of date.

In the diagrams, \`loadTreatments ✓\` is the result of that call, \`loadTreatments ✗\` its failure,
\`after renewal\` a timer, and \`at once\` what needs no event. A condition stands in brackets; of
several transitions with the same event, the first whose condition holds is taken. An event at an arrow
from the start is possible in every state but those that refuse it. The machine files describe each
event and call.

[MUTATIONS.md](MUTATIONS.md) counts which changes of the machines the generated tests detect.

To see or simulate a flow in [Stately Studio](https://stately.ai/editor), follow its link "the
literal", copy it from that \`createMachine(\` to its closing \`})\`, and paste it into
[Import from code](https://stately.ai/docs/import-from-code). Each machine is one such literal.`

/** The contents of `machines/README.md`: a diagram of each machine and the meaning of its states. */
export function readmeOf(all: readonly Flow[]): string {
  return `${[HEAD, ...all.map(sectionOf)].join('\n\n')}\n`
}

function sectionOf({ title, machine }: Flow): string {
  const { id } = machine
  const file = `${id}/${id}-machine.ts`
  return [
    `## ${title}`,
    `[${id}-machine.ts](${file}) · [the literal](${file}#L${lineOfLiteral(file)})`,
    `\`\`\`mermaid\n${diagramOf(machine)}\n\`\`\``,
    '| State | Meaning |\n| --- | --- |\n'.concat(
      nodesOf(machine)
        .slice(1)
        .map(({ stateNode: { path, description } }) => `| \`${path.join('.')}\` | ${description} |`)
        .join('\n'),
    ),
  ].join('\n\n')
}

/** The rest of the file is the machine, in the form that Stately Studio imports. */
export const LITERAL = 'createMachine('

/** The line of the machine in the file. */
function lineOfLiteral(file: string): number {
  const source = readFileSync(join(dirname(README), file), 'utf8')
  return source.slice(0, source.indexOf(LITERAL)).split('\n').length
}

// `npm run diagrams`
if (import.meta.main) {
  writeFileSync(README, readmeOf(flows))
  console.log(relative(process.cwd(), README))
}
