import { defaultRefusals, otherRefusal } from '#contract/refusals/default-refusals.ts'
import { type ListedRefusal, listRefusals } from '#contract/refusals/list-refusals.ts'
import type { Refusals } from '#contract/refusals/refusals.ts'

/** The part of JSON Schema that is used here. */
interface JsonSchema {
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  enum?: string[]
  const?: string
}

// A route that exists is never unknown.
const { not_found, ...defaults } = defaultRefusals

const DEFAULTS = listRefusals({ ...defaults, ...otherRefusal })

/** Refusals added to each status that a route declares; the route's guards declare those about roles. */
const EVERYWHERE = listRefusals(defaults).filter(({ code }) => code !== 'forbidden')

const of = (from: number, to: number) =>
  DEFAULTS.filter(({ status }) => status >= from && status <= to)

/** A status in OpenAPI, '409', or a range, '4xx'. */
type Responses = Record<string, unknown>

/**
 * Adds a route's refusals to its responses: the codes and sentences of each status. The ranges stay for
 * refusals that any call can have.
 */
export function describeRefusals(responses: Responses, refusals: Refusals): Responses {
  const error = responses['4xx'] as JsonSchema | undefined
  if (!error) return responses
  const described = Map.groupBy(listRefusals(refusals), ({ status }) => status)
  return {
    ...responses,
    '4xx': withCodes(error, codesOf(of(400, 499)), error),
    ...('5xx' in responses && { '5xx': withCodes(error, codesOf(of(500, 599)), error) }),
    ...Object.fromEntries(
      [...described].map(([status, refused]) => {
        const codes = codesOf([...refused, ...EVERYWHERE.filter((any) => any.status === status)])
        const schema = withCodes((responses[status] as JsonSchema) ?? error, codes, error)
        const description = refused.map(({ code, text }) => `- \`${code}\`: ${text}`).join('\n')
        return [status, { description, content: { 'application/json': { schema } } }]
      }),
    ),
  }
}

const codesOf = (refusals: readonly ListedRefusal[]) => [
  ...new Set(refusals.map(({ code }) => code)),
]

/** @param error the schema for codes that `schema` does not name */
function withCodes(schema: JsonSchema, codes: readonly string[], error: JsonSchema): JsonSchema {
  const kinds = kindsOf(schema)
  const named = kinds.flatMap(codesIn)
  const others = codes.filter((code) => !named.includes(code))
  const isOpen = kinds.some((kind) => codesIn(kind).length === 0)
  const narrowed = [...kinds, ...(isOpen ? [] : [error])]
    .map((kind) => {
      const own = codesIn(kind)
      return { kind, codes: own.length > 0 ? own.filter((code) => codes.includes(code)) : others }
    })
    .filter(({ codes }) => codes.length > 0)
    .map(({ kind, codes }) => ({
      ...kind,
      properties: { ...kind.properties, code: { type: 'string', enum: codes } },
    }))
  const [only] = narrowed
  return narrowed.length === 1 && only ? only : { anyOf: narrowed }
}

const kindsOf = (schema: JsonSchema): JsonSchema[] => schema.anyOf?.flatMap(kindsOf) ?? [schema]

function codesIn({ properties }: JsonSchema): string[] {
  const { code } = properties ?? {}
  return code?.enum ?? (code?.const === undefined ? [] : [code.const])
}
