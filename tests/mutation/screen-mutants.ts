import MagicString from 'magic-string'
import { parseAst } from 'vite'

/** In which way a part of a screen can be wrong. */
export type ScreenMutantKind =
  | 'text or link wrong'
  | 'control left enabled, or state untold'
  | 'condition negated'
  | 'handler or call dropped'

/** One place of a screen that can be made wrong while the tests run. */
export interface ScreenMutant {
  id: string
  /** 'web/features/booking/slots-notice.tsx: text “See my appointments” wrong' */
  name: string
  kind: ScreenMutantKind
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const TEXT = 'text or link wrong'
const CALL = 'handler or call dropped'

const WRONG = "'Something else entirely'"

/** Attributes whose loss leaves a control, or what is said of it, in the wrong state. */
const STATE_ATTRIBUTES =
  /^(disabled|busy|readOnly|required|open|error|aria-(disabled|busy|invalid))$/
/** Attributes that people read or follow. */
const WORD_ATTRIBUTES = /^(label|title|lead|text|hint|to|href|placeholder|aria-label)$/
/** Attributes that only say how it looks, or name what tests do not see. */
const UNSEEN = /^(className|class|look|id|key|type|autoComplete|inputMode|name|size|src|srcSet)$/

/**
 * The same source, in which each mutant can be switched on: `globalThis.$mutant(id)` answers
 * whether that one is on now, and thereby knows that the place was reached. What stands outside
 * of functions is left alone: it has run before a mutant can be switched on.
 */
export function instrument(
  file: string,
  source: string,
): { code: string; mutants: ScreenMutant[] } {
  const text = new MagicString(source)
  const mutants: ScreenMutant[] = []
  const on = (kind: ScreenMutantKind, what: string) => {
    const id = `${file}#${mutants.length}`
    mutants.push({ id, name: `${file}: ${what}`, kind })
    return `globalThis.$mutant(${JSON.stringify(id)})`
  }
  const codeOf = (node: Node) => source.slice(node.start, node.end).replaceAll(/\s+/g, ' ')
  const wrap = (node: Node, kind: ScreenMutantKind, what: string, by: string) => {
    text.appendRight(node.start, `(${on(kind, what)} ? ${by} : (`)
    text.prependLeft(node.end, '))')
  }
  const negate = (test: Node) => {
    const negated = on('condition negated', `condition ${codeOf(test)} negated`)
    text.appendRight(test.start, `(${negated} !== !!(`)
    text.prependLeft(test.end, '))')
  }

  function visit(node: Node, isInFunction: boolean) {
    if (/^TS|^Import/.test(node.type)) return
    if (!isInFunction) return visitInside(node, isInFunction)
    switch (node.type) {
      case 'JSXText':
        return mutateText(node)
      case 'JSXAttribute':
        return mutateAttribute(node)
      case 'ConditionalExpression':
      case 'IfStatement':
        negate(node.test as Node)
        break
      case 'LogicalExpression':
        if (node.operator === '&&' && isJsxOrText(node.right as Node)) {
          negate(node.left as Node)
        }
        break
      case 'Literal':
        if (typeof node.value === 'string' && /[a-z] /i.test(node.value)) {
          wrap(node, TEXT, `text “${node.value}” wrong`, WRONG)
        }
        return
      case 'TemplateLiteral':
        if (/[a-z] /i.test(codeOf(node))) wrap(node, TEXT, `text ${codeOf(node)} wrong`, WRONG)
        break
      case 'ExpressionStatement': {
        const expression = node.expression as Node
        if (expression.type === 'CallExpression') {
          // Without a bracket in front, which would call what the line before ends with.
          const dropped = on(CALL, `call ${codeOf(expression)} dropped`)
          text.appendRight(expression.start, `${dropped} ? undefined : (`)
          text.prependLeft(expression.end, ')')
        }
        break
      }
      case 'ArrowFunctionExpression': {
        const body = node.body as Node
        const isSend =
          body.type === 'CallExpression' && /\bsend\b/.test(codeOf(body.callee as Node))
        if (isSend) wrap(body, CALL, `call ${codeOf(body)} dropped`, 'undefined')
        break
      }
    }
    visitInside(node, isInFunction)
  }

  function visitInside(node: Node, isInFunction: boolean) {
    const inside = isInFunction || /Function/.test(node.type)
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) visit(child, inside)
      }
    }
  }

  /** What is left of a text of several lines by React: see https://react.dev/learn/writing-markup-with-jsx */
  function mutateText(node: Node) {
    const raw = String(node.raw)
    const words = raw.trim()
    if (!/[a-z]/i.test(words)) return
    const start = node.start + raw.indexOf(words)
    const end = start + words.length
    const shown = words.replaceAll(/\s*\n\s*/g, ' ')
    text.overwrite(start, end, `{${on(TEXT, `text “${shown}” wrong`)} ? ${WRONG} : <>${shown}</>}`)
  }

  function mutateAttribute(node: Node) {
    const name = String((node.name as Node).name)
    if (UNSEEN.test(name)) return
    const value = node.value as Node | null
    const expression = value?.type === 'JSXExpressionContainer' ? (value.expression as Node) : null
    if (value?.type === 'Literal' && WORD_ATTRIBUTES.test(name)) {
      text.appendRight(value.start, `{${on(TEXT, `${name} ${codeOf(value)} wrong`)} ? ${WRONG} : `)
      text.prependLeft(value.end, '}')
      return
    }
    if (STATE_ATTRIBUTES.test(name)) {
      const dropped = on('control left enabled, or state untold', `${codeOf(node)} dropped`)
      if (expression) {
        text.appendRight(expression.start, `${dropped} ? undefined : (`)
        text.prependLeft(expression.end, ')')
      } else if (!value) text.appendLeft(node.end, `={!${dropped}}`)
    } else if (expression && /^on[A-Z]/.test(name)) {
      wrap(expression, CALL, `handler ${name} dropped`, 'undefined')
    } else if (expression && WORD_ATTRIBUTES.test(name)) {
      wrap(expression, TEXT, `${name} wrong`, WRONG)
    }
    if (expression) visit(expression, true)
  }

  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, false)
  text.append(`\n;globalThis.$knowMutants?.(${JSON.stringify(mutants)})\n`)
  return { code: text.toString(), mutants }
}

function isNode(value: unknown): value is Node {
  return value instanceof Object && 'type' in value && 'start' in value
}

function isJsxOrText(node: Node): boolean {
  return /^JSX|^Literal$|^TemplateLiteral$/.test(node.type)
}
