import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { DECLARED_CALLS, routeOf } from '../calls/calls.ts'
import { deskEntry } from '../waitlist/waitlist.ts'
import { describePatient, fullNameOf } from './patients.ts'

const born = { _id: 'mia', birthDate: '2021-06-05', age: '5 years' }
const of = (patientName: string, bookedBy: string) => ({
  patientName,
  child: { ...born, bookedBy },
})

it('adds the guardian’s surname if the child’s name has none', () => {
  expect(fullNameOf(of('Mia', 'Paula van Parent'))).toBe('Mia Parent')
  expect(fullNameOf(of('Mia Lund', 'Paula Parent'))).toBe('Mia Lund')
  expect(fullNameOf(of('Mia', 'Paula'))).toBe('Mia')
  expect(fullNameOf({ patientName: 'Paula Parent' })).toBe('Paula Parent')
})

it('tells two patients of one name apart by their birth dates', () => {
  expect(describePatient(of('Mia', 'Paula Parent'))).toBe('Mia Parent, born Jun 5, 2021')
  expect(describePatient({ patientName: 'Paula Parent' })).toBe('Paula Parent')
})

/**
 * Answers that name children for families, without birth dates: staff have just chosen the child on a
 * screen that shows it.
 */
const AS_TO_FAMILIES: readonly string[] = [
  'POST /waitlist/:id/offer',

  'POST /families/:id/appointments',
  'POST /families/:id/appointment-series',
]

const forStaff = DECLARED_CALLS.filter(({ access }) => access !== 'everyone' && access !== 'user')
const answers = [
  ...forStaff
    .map((call) => ({ ...call, name: routeOf(call) }))
    .filter(({ name }) => !AS_TO_FAMILIES.includes(name))
    .flatMap(({ name, answers: byStatus }) =>
      Object.values(byStatus).map((answer) => [name, answer] as const),
    ),
  ['GET /waitlist', deskEntry] as const,
]

it.each(answers)(
  'the answer of %s names each patient so that two with the same name can be told apart',
  (_, answer) => {
    const missing = [...objectsOf(z.toJSONSchema(answer, { unrepresentable: 'any' }))].flatMap(
      ({ properties = {} }) => [
        ...('patientName' in properties ? missingIn('child', properties.child, FACTS) : []),
        ...KINSHIP.flatMap((key) =>
          namesOne(properties[key]) ? missingIn(key, properties[key], ['birthDate']) : [],
        ),
      ],
    )
    expect(missing).toEqual([])
  },
)

const FACTS = ['_id', 'birthDate', 'age', 'bookedBy']
const KINSHIP = ['child', 'children']

type Schema = z.core.JSONSchema.BaseSchema

/** All object schemas within a schema, including lists and alternatives. */
function* objectsOf(schema: unknown): Generator<Schema> {
  if (typeof schema !== 'object' || schema === null) return
  if ('properties' in schema) yield schema as Schema
  for (const part of Object.values(schema)) yield* objectsOf(part)
}

const fieldsOf = (schema: unknown) =>
  [...objectsOf(schema)].slice(0, 1).flatMap(({ properties = {} }) => Object.keys(properties))

const namesOne = (schema: unknown) => fieldsOf(schema).includes('name')

const missingIn = (key: string, schema: unknown, facts: readonly string[]) => {
  const fields = fieldsOf(schema)
  return facts.filter((fact) => !fields.includes(fact)).map((fact) => `${key}.${fact}`)
}
