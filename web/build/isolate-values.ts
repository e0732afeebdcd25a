import MagicString from 'magic-string'
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'

/** Lets a value run in its own direction: first strong isolate, and its end. */
const ISOLATE = { before: '\u2068', after: '\u2069' }

/** Isolates the values of a template, so that a name in Latin letters does not reorder the words around it. */
export function isolateIn(
  text: MagicString,
  { expressions }: Pick<ESTree.TemplateLiteral, 'expressions'>,
) {
  for (const { start, end } of expressions) {
    text.appendRight(text.original.lastIndexOf('${', start), ISOLATE.before)
    text.appendLeft(text.original.indexOf('}', end) + 1, ISOLATE.after)
  }
}

/** A module of words in a language that is written from right to left. @param id its path, which says whether it has JSX */
export function isolateValues(id: string, code: string) {
  const text = new MagicString(code)
  const visitor = new Visitor({
    TemplateLiteral(literal) {
      isolateIn(text, literal)
    },
  })
  visitor.visit(parseSync(id, code).program)
  return { code: text.toString(), map: text.generateMap({ hires: true }) }
}
