import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { Call } from './call.ts'
import { lastPlannedDay } from './dates.ts'

type Schema = z.core.$ZodType

interface Field {
  name: string
  schema: Schema
}

/** All fields of a payload, including the fields of parts and alternatives. */
function fieldsOf(schema: Schema): Field[] {
  const { def } = schema as unknown as { def: Record<string, unknown> }
  const shape = Object.entries((def.shape ?? {}) as Record<string, Schema>)
  const parts = [def.innerType, def.element, def.in, def.out, def.left, def.right]
  const inner = [...parts, ...((def.options ?? []) as unknown[])].filter(
    (part): part is Schema => typeof part === 'object' && part !== null && 'def' in part,
  )
  return [
    ...shape.flatMap(([name, part]) => [{ name, schema: part }, ...fieldsOf(part)]),
    ...inner.flatMap(fieldsOf),
  ]
}

const files = globSync('**/*-calls.ts', { cwd: import.meta.dirname })
const calls = (
  await Promise.all(files.map(async (file) => Object.values(await import(`./${file}`))))
).flat() as Call[]

const takes = (schema: Schema, text: string) =>
  (schema as unknown as z.ZodMiniType).safeParse(text).success

/** Accepts a day in both formats, and no other text. */
const isDate = (schema: Schema) =>
  takes(schema, '2026-12-31') && takes(schema, 'Dec 31, 2026') && !takes(schema, 'Dec 31')

/** Each field of a request that contains a day, by its call. */
const dates = calls.flatMap(({ method, path, params, query, body }) =>
  [params, query, body]
    .flatMap((payload) => (payload ? fieldsOf(payload) : []))
    .filter(({ schema }) => isDate(schema))
    .map(({ name, schema }) => ({ what: `${method} ${path} ${name}`, name, schema })),
)

it('accepts the same days in every call', () => {
  expect(dates.length).toBeGreaterThan(30)
  const wrong = ['9999-12-31', '1899-12-31', '20261-01-01', ' 2026-12-31', '2026-12-31 ']
  const taken = dates.flatMap(({ what, schema }) =>
    wrong.filter((text) => takes(schema, text)).map((text) => `${what}: “${text}”`),
  )
  expect(taken).toEqual([])
})

it('rejects plans for days after the next five years', () => {
  const last = lastPlannedDay(new Date('2100-01-01'))
  const plans = dates.filter(({ schema }) => !takes(schema, last)).map(({ what }) => what)
  expect(plans.sort()).toMatchInlineSnapshot(`
    [
      "POST /legal/:page effectiveOn",
      "POST /opening from",
      "POST /schedule/closures fromDate",
      "POST /schedule/closures toDate",
      "POST /schedule/closures/preview fromDate",
      "POST /schedule/closures/preview toDate",
      "POST /schedule/hours/preview validFrom",
      "POST /schedule/sessions date",
      "POST /tickets around",
      "POST /treatments/:id/prices validFrom",
      "POST /waitlist from",
      "POST /waitlist to",
      "PUT /schedule/hours validFrom",
    ]
  `)
})
