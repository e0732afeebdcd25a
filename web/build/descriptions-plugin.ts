import MagicString from 'magic-string'
import { type Plugin, parseAst } from 'vite'

/**
 * What the states of the machines mean is for their diagrams; it is taken out of what visitors
 * load.
 */
export function machinesWithoutDescriptions(): Plugin {
  return {
    name: 'machines-without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/machines\/\w+\/\w+-machine\.ts$/ },
      handler(code) {
        const text = new MagicString(code)
        for (const { start, end } of descriptionsIn(parseAst(code, { lang: 'ts' }))) {
          text.remove(start, end + (code[end] === ',' ? 1 : 0))
        }
        return { code: text.toString(), map: text.generateMap({ hires: true }) }
      },
    },
  }
}

interface Place {
  start: number
  end: number
}

function descriptionsIn(part: unknown): Place[] {
  if (!(part instanceof Object)) return []
  if (isDescription(part)) return [part]
  return Object.values(part).flatMap(descriptionsIn)
}

function isDescription(part: object): part is Place {
  if (!('type' in part && part.type === 'Property' && 'key' in part)) return false
  return part.key instanceof Object && 'name' in part.key && part.key.name === 'description'
}
