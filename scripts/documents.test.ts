import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EVENT_TYPES } from '../domain/payments/sweep.ts'
import manifest from '../package.json' with { type: 'json' }

const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md']
const FOLDERS = readdirSync('.', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** What stands in backticks, outside of blocks of code. */
function codeIn(text: string): string[] {
  const found = text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)
  return [...found].map(([, code = '']) => code)
}

/** Whether it names something in the project's folder: `server/main.ts`, `tests/browser`. */
function isPath(code: string): boolean {
  if (!/^[\w./*-]+$/.test(code) || code.startsWith('*')) return false
  const [first = '', ...rest] = code.split('/')
  return rest.length > 0 ? FOLDERS.includes(first) : /\.(ts|json|yml|md)$/.test(code)
}

describe.each(DOCUMENTS)('%s', (document) => {
  const text = readFileSync(document, 'utf8')

  test('names files that are there, and commands that can be run', () => {
    const paths = codeIn(text).filter(isPath)
    // Whatever the build and the tests make is not there before them.
    const lasting = paths.filter((path) => !/^(dist|screenshots|data)\b/.test(path))
    expect(lasting.filter((path) => globSync(path).length === 0)).toEqual([])
    const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name)
    expect(commands.filter((name = '') => !(name in manifest.scripts))).toEqual([])
  })

  test('leads nowhere in vain', () => {
    const links = [...text.matchAll(/\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/g)]
      .map(([, link, source]) => link ?? source ?? '')
      .filter((link) => !link.startsWith('http'))
    const missing = links.filter((link) => !existsSync(join(dirname(document), link)))
    expect(missing).toEqual([])
  })
})

describe('README.md', () => {
  const text = readFileSync('README.md', 'utf8')

  test('tells of every command', () => {
    const untold = Object.keys(manifest.scripts)
      .filter((name) => !/^pre(start|dev|test)$/.test(name))
      .filter((name) => !new RegExp(`(\\bnpm (run )?|\`)${name}\\b`).test(text))
    expect(untold).toEqual([])
  })

  test('lists the events that Stripe is to tell of', () => {
    const list = /for (`payment_intent[\s\S]*?);/.exec(text)?.[1] ?? ''
    let subject = ''
    const listed = codeIn(list).map((name) => {
      if (!name.startsWith('.')) subject = name.slice(0, name.lastIndexOf('.'))
      return name.startsWith('.') ? subject + name : name
    })
    expect(listed.toSorted()).toEqual([...EVENT_TYPES].toSorted())
  })
})
