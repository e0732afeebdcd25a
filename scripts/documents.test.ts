import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EVENT_TYPES } from '#domain/payments/settle-open-payments.ts'
import { buildWatchedApp } from '#server/testing/watched-app.ts'
import { pages } from '#web/app/pages.ts'
import manifest from '../package.json' with { type: 'json' }

const NOT_SOURCES = ['node_modules', 'dist', 'data', 'backups', 'screenshots', 'test-results']
const FOLDERS = readdirSync('.', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !NOT_SOURCES.includes(entry.name))
  .map(({ name }) => name)
// This file contains the patterns themselves; the other one contains texts of families.
const EXEMPT = ['scripts/documents.test.ts', 'words/en/site/defaults/people.ts']
const SOURCES = FOLDERS.flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx,mjs,css,html,md}`),
).filter((file) => !EXEMPT.includes(file))
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'])

/** The text of inline code, fenced blocks excluded. */
function inlineCode(text: string): string[] {
  const found = text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)
  return [...found].map(([, code = '']) => code)
}

/** Whether inline code is a path in the repository: `server/main.ts`, `tests/browser`. */
function isPath(code: string): boolean {
  if (!/^[\w./*-]+$/.test(code) || code.startsWith('*')) return false
  const [first = '', ...rest] = code.split('/')
  return rest.length > 0 ? FOLDERS.includes(first) : /\.(ts|json|yml|md)$/.test(code)
}

/** The anchors that GitHub gives the headings of a document. */
function anchorsOf(document: string): Set<string> {
  const headings = readFileSync(document, 'utf8').matchAll(/^#+ (.+)$/gm)
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
  return new Set([...headings].map(([, heading = '']) => slug(heading)))
}

function isBroken(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path ? join(dirname(document), path) : document
  return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).has(anchor))
}

describe.each(DOCUMENTS)('%s', (document) => {
  const text = readFileSync(document, 'utf8')

  test('names existing files and commands only', () => {
    const paths = inlineCode(text).filter(isPath)
    expect(paths.filter((path) => globSync(path).length === 0)).toEqual([])
    const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name)
    expect(commands.filter((name = '') => !(name in manifest.scripts))).toEqual([])
  })

  test('has no broken links', () => {
    const links = [...text.matchAll(/\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/g)]
      .map(([, link, source]) => link ?? source ?? '')
      .filter((link) => !link.startsWith('http'))
    expect(links.filter((link) => isBroken(document, link))).toEqual([])
  })
})

test('each heading of the requirements has an anchor of its own', () => {
  const headings = readFileSync('docs/requirements.md', 'utf8').match(/^#+ .+$/gm) ?? []
  expect(anchorsOf('docs/requirements.md').size).toBe(headings.length)
})

test('each statement of the Scheduling Links guide has a row, and a test if the row says so', () => {
  const rows = readFileSync('docs/smart-scheduling-links.md', 'utf8').matchAll(
    /^\| (sched-\d+) \|.*\| (yes )?\|$/gm,
  )
  const statements = [...rows].map(([, number = '', isTested]) => ({ number, isTested }))
  const all = Array.from({ length: 24 }, (_, index) => `sched-${index + 1}`)
  expect(statements.map(({ number }) => number)).toEqual(all)
  const named = new Set(
    [
      'server/routes/scheduling-links/scheduling-links.test.ts',
      'web/family/times/times-page.test.tsx',
    ].flatMap((file) => readFileSync(file, 'utf8').match(/sched-\d+/g) ?? []),
  )
  const tested = statements.filter(({ isTested }) => isTested).map(({ number }) => number)
  expect(all.filter((number) => named.has(number))).toEqual(tested)
})

/** `path: match` for each match of a pattern in the sources. */
function findInSources(pattern: RegExp): string[] {
  return SOURCES.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(([match]) => `${file}: ${match}`),
  )
}

test('code cites existing rules of docs/requirements.md', () => {
  const anchors = anchorsOf('docs/requirements.md')
  const cited = findInSources(/(?<=requirements\.md#)[\w-]+/g)
  expect(cited.length).toBeGreaterThan(20)
  expect(cited.filter((citation) => !anchors.has(citation.split(': ')[1] ?? ''))).toEqual([])
})

test('nothing refers to documents outside the repository', () => {
  const outside =
    /\b(design|spec)(ification)? sections?\b|\bthe spec\b|\/work\/|\b(facts|limits)[-\w]*\.md/gi
  expect(findInSources(outside)).toEqual([])
})

test('comments and texts are in plain US English', () => {
  const british = /\b(paediatric|colou?rise|colours?\b|flavour|behaviour|licence)\w*/gi
  const vague =
    /\b(whoever|somebody|nobody)\b(?![-@'])|\b(told|tells?) of\b|\bparked\b|\bkeeper\b/gi
  const dialect =
    /\b(whom|no more|as far as|those of)\b|\b(appointment|visit|day|slot|closure|absence|hour|one)s? to come\b/gi
  const found = [british, vague, dialect].flatMap(findInSources)
  expect(found).toEqual([])
})

test('docs/requirements.md lists every call of the API', async () => {
  const text = readFileSync('docs/requirements.md', 'utf8')
  const { routes } = await buildWatchedApp()
  const calls = routes.map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
  expect(calls.filter((call) => !call.endsWith('/*') && !text.includes(call))).toEqual([])
})

test('CONTRIBUTING.md says where things are', () => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8')
  const [table = ''] = /## Where is[\s\S]*?## How do I add/.exec(text) ?? []
  const places = inlineCode(table).filter((place) => place.includes('/') && !place.includes('<'))
  expect(places.filter((place) => !existsSync(place))).toEqual([])
})

test('docs/requirements.md lists every page', () => {
  const text = readFileSync('docs/requirements.md', 'utf8')
  const [table = ''] = /### Routes[\s\S]*?### Access/.exec(text) ?? []
  const paths = pages.map(({ path }) => path.replace(/:(\w+)\??/g, '{$1}'))
  const withoutNames = (path: string) => path.replace(/\{\w+\}/g, '{}')
  const listed = new Set(inlineCode(table).map(withoutNames))
  const isListed = (path: string) =>
    listed.has(withoutNames(path)) || listed.has(withoutNames(path).replace(/\/\{\}$/, ''))
  expect(paths.filter((path) => path !== '*' && !isListed(path))).toEqual([])
})

describe('README.md', () => {
  const text = readFileSync('README.md', 'utf8')

  test('and CONTRIBUTING.md list every npm script', () => {
    const both = text + readFileSync('CONTRIBUTING.md', 'utf8')
    const missing = Object.keys(manifest.scripts)
      .filter((name) => !/^pre(start|dev|test)$/.test(name))
      .filter((name) => !new RegExp(`(\\bnpm (run )?|\`)${name}\\b`).test(both))
    expect(missing).toEqual([])
  })

  test('lists the Stripe events that the webhook handles', () => {
    const list = /for\s+(`payment_intent[\s\S]*?);/.exec(text)?.[1] ?? ''
    let subject = ''
    const listed = inlineCode(list).map((name) => {
      if (!name.startsWith('.')) subject = name.slice(0, name.lastIndexOf('.'))
      return name.startsWith('.') ? subject + name : name
    })
    expect(listed.toSorted()).toEqual([...EVENT_TYPES].toSorted())
  })
})
