import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { addressOf, type CallParts } from '#contract/call.ts'
import { CALL_MODULES, DECLARED_CALLS, routeOf } from '#contract/calls/calls.ts'
import { MONDAY_MORNING } from '#domain/testing/settings.ts'
import { countStatements } from '#drizzle/testing/count-statements.ts'
import { seededCopy } from '#drizzle/testing/migrated-database.ts'
import { buildTestApp } from '#server/testing/test-app.ts'
import { buildWatchedApp } from '#server/testing/watched-app.ts'
import { JWT_SECRET, session } from '../clinic.ts'
import { type CostClinic, createCostClinic } from './cost-clinic.ts'
import { COSTS, listQuestions, type Question } from './costs.ts'
import { type CostSize, furnish } from './furnish.ts'
import { otherCosts } from './other-routes.ts'

test('every file with declared calls is part of the table', async () => {
  const files = globSync('contract/**/*-calls.ts')
  const modules: unknown[] = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ `#${file}`)),
  )
  const known: unknown[] = Object.values(CALL_MODULES).flat()
  expect(files.filter((_, index) => !known.includes(modules[index]))).toEqual([])
  expect(known.length).toBe(files.length)
})

test('every other route of the server has a row, and every row has a route', async () => {
  const declared = new Set<string>(DECLARED_CALLS.map(routeOf))
  const { routes } = await buildWatchedApp()
  const others = routes
    .map(({ method, url }) => `${method} ${url}`)
    .filter((route) => !declared.has(route))
  expect(others.toSorted()).toEqual(Object.keys(otherCosts).toSorted())
  expect(Object.keys(COSTS).length).toBe(declared.size + others.length)
})

const SMALL: CostSize = {
  appointments: 27,
  patients: 6,
  bookedDays: 5,
  treatments: 6,
  doctors: 8,
  entries: 4,
  feeds: 3,
  closures: 3,
  perFamily: 4,
  each: 3,
}
const LARGER: CostSize = {
  appointments: 400,
  patients: 30,
  bookedDays: 12,
  treatments: 12,
  doctors: 20,
  entries: 14,
  feeds: 12,
  closures: 12,
  perFamily: 12,
  each: 14,
}

type Asked = CallParts & { caller: string | undefined }

/** A clinic of that size, with a function that makes calls. */
async function openClinic(size: CostSize) {
  const db = seededCopy(MONDAY_MORNING)
  db.$client.transaction(() => furnish(db, size, MONDAY_MORNING))()
  const { app } = await buildTestApp({ db, env: { JWT_SECRET } })
  const call = async (
    { method, path }: Pick<Question, 'method' | 'path'>,
    { caller, body, ...parts }: Asked,
  ) => {
    const headers = caller ? session(0, caller) : {}
    const payload = body ? { payload: body } : {}
    return app.inject({ method, url: addressOf({ path }, parts), headers, ...payload })
  }
  const read: CostClinic['read'] = async (declared, parts: CallParts, caller) => {
    const response = await call(declared, { ...parts, caller })
    return response.json()
  }
  const clinic = createCostClinic(db, size, { now: MONDAY_MORNING, read })
  return { db, clinic, call }
}

/** Returns a function that counts the statements and bytes of a list. */
async function openLists(size: CostSize) {
  const { db, clinic, call } = await openClinic(size)
  return async (question: Question) => {
    const asked = await question.ask(clinic, 0)
    let bytes = 0
    const statements: number[] = []
    // The first call prepares statements and fills caches; settings are read again from time to time.
    for (let time = 0; time < 4; time += 1) {
      const count = await countStatements(db, async () => {
        bytes = (await call(question, asked)).body.length
      })
      statements.push(count)
    }
    return { statements: Math.min(...statements), bytes }
  }
}

test('every row asks for data that the clinic has', async () => {
  const { clinic, call } = await openClinic(LARGER)
  const refused: string[] = []
  for (const question of listQuestions()) {
    try {
      const { statusCode, body } = await call(question, await question.ask(clinic, 0))
      if (statusCode >= 400) refused.push(`${question.name}: ${statusCode} ${body}`)
    } catch (error) {
      refused.push(`${question.name}: ${error}`)
    }
  }
  expect(refused).toEqual([])
}, 120_000)

describe('lists', () => {
  test('run no statement per row', async () => {
    const [small, larger] = [await openLists(SMALL), await openLists(LARGER)]
    const grown: string[] = []
    const constant: string[] = []
    for (const question of listQuestions().filter(({ isList }) => isList)) {
      const [few, many] = [await small(question), await larger(question)]
      // Less than the number of rows that were added to any list.
      if (many.statements > few.statements + 3) {
        grown.push(`${question.name}: ${few.statements}, then ${many.statements} statements`)
      }
      if (many.bytes <= few.bytes)
        constant.push(`${question.name}: ${few.bytes}, then ${many.bytes} bytes`)
    }
    expect({ grown, constant }).toEqual({ grown: [], constant: [] })
  }, 120_000)
})
