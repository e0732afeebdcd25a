/** What the doc comments of a machine's `…-setup.ts` say, by the name of what they stand before. */
export interface Meanings {
  /** By event: 'slot.choose'. */
  events: Map<string, string>
  /** By actor: 'loadTreatments'. */
  actors: Map<string, string>
}

const EVENT = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\|\s*\{\s*type:\s*'([^']+)'/g
const ACTOR = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+): from(?:Promise|Callback)</g

/** @param source the text of the file in which the machine's events and actors are declared */
export function readMeanings(source: string): Meanings {
  return { events: collect(source, EVENT), actors: collect(source, ACTOR) }
}

function collect(source: string, pattern: RegExp): Map<string, string> {
  const found = [...source.matchAll(pattern)]
  return new Map(found.map(([, comment = '', name = '']) => [name, inALine(comment)]))
}

function inALine(comment: string): string {
  return comment
    .replaceAll(/^\s*\*/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
