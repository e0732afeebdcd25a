import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// Reads the type declarations of the installed SDK, to compare the sandbox's responses with them.

const esm = join(dirname(createRequire(import.meta.url).resolve('stripe')), '../esm')

const files = {
  PaymentIntent: 'resources/PaymentIntents.d.ts',
  PaymentIntentCreateParams: 'resources/PaymentIntents.d.ts',
  PaymentIntentConfirmParams: 'resources/PaymentIntents.d.ts',
  PaymentIntentCancelParams: 'resources/PaymentIntents.d.ts',
  PaymentIntentRetrieveParams: 'resources/PaymentIntents.d.ts',
  PaymentIntentListParams: 'resources/PaymentIntents.d.ts',
  PaymentMethod: 'resources/PaymentMethods.d.ts',
  PaymentMethodCreateParams: 'resources/PaymentMethods.d.ts',
  Charge: 'resources/Charges.d.ts',
  Refund: 'resources/Refunds.d.ts',
  RefundCreateParams: 'resources/Refunds.d.ts',
  RefundListParams: 'resources/Refunds.d.ts',
  Dispute: 'resources/Disputes.d.ts',
  DisputeListParams: 'resources/Disputes.d.ts',
  EventBase: 'resources/Events.d.ts',
  Event: 'resources/Events.d.ts',
  PaginationParams: 'shared.d.ts',
  EventListParams: 'resources/Events.d.ts',
  Address: 'shared.d.ts',
  ApiList: 'lib.d.ts',
} as const

export type Declared = keyof typeof files

export type Field = { optional: boolean; type: string }

const withoutComments = (file: string): string =>
  readFileSync(join(esm, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')

/** The text between the braces that begin at or after `from`. */
function block(text: string, from: number): string {
  const start = text.indexOf('{', from)
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    if (depth === 0) return text.slice(start + 1, at)
  }
  throw new Error('Unbalanced braces in the declarations')
}

type Found = { body: string; base: string | undefined }

/** A declaration directly inside `text`, which the SDK's generator has indented by `depth` steps. */
function find(
  text: string,
  kind: 'interface' | 'namespace',
  name: string,
  depth: number,
): Found | undefined {
  const start = `^ {${depth * 4}}(?:export )?(?:declare )?`
  const match = new RegExp(`${start}${kind} ${name}(?:<\\w+>)?(?: extends (\\w+))? \\{`, 'm').exec(
    text,
  )
  return match ? { body: block(text, match.index), base: match[1] } : undefined
}

const known = new Map<string, Map<string, Field> | undefined>()

/** The fields of `path`, e.g. `Charge.PaymentMethodDetails.Card`; undefined when it is no interface. */
export function fieldsOf(path: string): Map<string, Field> | undefined {
  if (!known.has(path)) known.set(path, readFields(path))
  return known.get(path)
}

function readFields(path: string): Map<string, Field> | undefined {
  const [root = '', ...rest] = path.split('.')
  const file = new Map<string, string>(Object.entries(files)).get(root)
  if (!file) return undefined
  let text: string | undefined = withoutComments(file)
  for (const [depth, name] of [root, ...rest].slice(0, -1).entries()) {
    text = text && find(text, 'namespace', name, depth)?.body
  }
  const found = text && find(text, 'interface', rest.at(-1) ?? root, rest.length)
  if (!found) return undefined
  const own = [...found.body.matchAll(/^\s*(\w+)(\??): ([^;]+);/gm)].map(
    ([, name = '', mark, type = '']): [string, Field] => [name, { optional: mark === '?', type }],
  )
  return new Map([...((found.base && fieldsOf(found.base)) || []), ...own])
}

/** The interface that a field's type names, looked up as TypeScript does: from the inside outwards. */
function resolve(type: string, owner: string): string | undefined {
  for (const [name] of type.matchAll(/[A-Z]\w*(\.\w+)*/g)) {
    const scopes = owner.split('.')
    for (let depth = scopes.length; depth >= 0; depth -= 1) {
      const path = [...scopes.slice(0, depth), name].join('.')
      if (fieldsOf(path)) return path
    }
  }
  return undefined
}

/**
 * What is wrong with `value` as an object declared at `path`: fields that are not declared, and
 * declared ones that are missing, with everything inside them.
 */
export function deviations(value: unknown, path: string, at = path): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => deviations(item, path, `${at}[${index}]`))
  }
  if (typeof value !== 'object' || value === null) return []
  const fields = fieldsOf(path)
  if (!fields) throw new Error(`${path} is not declared`)
  if (fields.size === 0) return []
  const entries = new Map<string, unknown>(Object.entries(value))
  const missing = [...fields]
    .filter(([name, { optional }]) => !optional && !entries.has(name))
    .map(([name]) => `${at}.${name} is missing`)
  const wrong = [...entries].flatMap(([name, inner]) => {
    const field = fields.get(name)
    if (!field) return [`${at}.${name} is invented`]
    if (inner === null && !/\bnull\b/.test(field.type)) {
      return [`${at}.${name} is never null`]
    }
    const inside = resolve(field.type, path)
    return inside ? deviations(inner, inside, `${at}.${name}`) : []
  })
  return [...missing, ...wrong]
}
