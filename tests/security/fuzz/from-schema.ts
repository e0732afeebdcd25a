import fc from 'fast-check'
import { z } from 'zod'
import { ODD, SCRIPTS, SQL } from '../support/payloads.ts'

/** A part of a JSON schema, as zod generates it. */
export interface JsonSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

const inputs = new WeakMap<z.ZodType, JsonSchema>()

/** The JSON schema of a route's input; undefined if it has none or it is not a zod schema. */
export function inputOf(schema: unknown): JsonSchema | undefined {
  if (!isZodSchema(schema)) return undefined
  const input =
    inputs.get(schema) ??
    (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  inputs.set(schema, input)
  return input
}

function isZodSchema(schema: unknown): schema is z.ZodType {
  return typeof schema === 'object' && schema !== null && '_zod' in schema
}

export const hostileText = fc.constantFrom(...SQL, ...SCRIPTS, ...ODD)

const deep = Array.from({ length: 200 }).reduce<unknown>((inner) => ({ a: inner }), 1)

/** Values of other types than the schema's. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, false, 0, -1, 0.1, 1e308, -1e308, 2 ** 53, -0, [], [[]], {}, deep),
  fc.constantFrom(
    ['x', 'y'],
    { toString: 'x' },
    { length: -1 },
    { $ne: null },
    { __proto__: null },
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  email: fc.emailAddress(),
  uuid: fc.uuid(),
  uri: fc.webUrl(),
}

/** Values of the schema's types and sizes; patterns and transformations are ignored. */
export function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, oneOf, anyOf = oneOf, allOf, properties = {}, items } = schema
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (anyOf) return fc.oneof(...anyOf.map(valuesOf))
  if (allOf?.[0]) return valuesOf(Object.assign({}, ...allOf))
  if (type === 'object') {
    const fields = Object.entries(properties).map(([name, each]) => [name, valuesOf(each)])
    return fc.record<Record<string, unknown>, string>(Object.fromEntries(fields), {
      requiredKeys: schema.required ?? [],
    })
  }
  if (type === 'array') return fc.array(items ? valuesOf(items) : fc.jsonValue(), { maxLength: 4 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer') return fc.integer({ min: schema.minimum, max: schema.maximum })
  if (type === 'number') return fc.double({ min: schema.minimum, noNaN: true })
  if (type !== 'string') return hostileValue
  const format = FORMATS[schema.format ?? '']
  const { minLength = 0, maxLength = minLength + 30 } = schema
  return format ?? fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 400) })
}
