import MagicString from 'magic-string'
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'
import type { Plugin } from 'vite'

/**
 * For the build: drops the descriptions of machines' states, a tenth of their size. Only diagrams and the
 * inspection need them, and those read the sources.
 */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/machines\/[\w-]+\/[\w-]+\.ts$/, code: 'description:' },
      handler(code, id) {
        const text = new MagicString(code)
        const visitor = new Visitor({
          ObjectExpression({ properties, start, end }) {
            const index = properties.findIndex(isDescription)
            const description = properties[index]
            if (!description) return
            // With the adjacent comma, or everything between the braces when it is the only property.
            const [before, after] = [properties[index - 1], properties[index + 1]]
            if (after) text.remove(description.start, after.start)
            else if (before) text.remove(before.end, description.end)
            else text.remove(start + 1, end - 1)
          },
        })
        visitor.visit(parseSync(id, code).program)
        return { code: text.toString(), map: text.generateMap({ hires: true }) }
      },
    },
  }
}

function isDescription(property: ESTree.ObjectPropertyKind): boolean {
  if (property.type !== 'Property' || property.key.type !== 'Identifier') return false
  const { type } = property.value
  return property.key.name === 'description' && (type === 'Literal' || type === 'TemplateLiteral')
}
