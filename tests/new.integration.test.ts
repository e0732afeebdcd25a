import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeNew } from '#scripts/new/write-new.ts'

// The output of `npm run new`, in a copy of the project.

const root = fileURLToPath(new URL('..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'sprout-new-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const LEFT_OUT = ['node_modules', 'dist', 'data', 'test-results', '.git'].map((name) =>
  join(root, name),
)

const NEW = [
  ['call', 'rooms/list-rooms'],
  ['email', 'waitlist/wait-moved'],
  ['page', 'desk/rooms'],
  ['job', 'image.removed/forget-colors'],
  ['machine', 'check-in'],
] as const

/** Lists that import the whole program. */
const FAR = [
  'server/app.ts',
  'server/access.test.ts',
  'workers/jobs/registry.ts',
  'web/app/pages.ts',
]

/** Files that extend types of packages, without being imported. */
const AMBIENT = [
  'server/plugins/authentication.ts',
  'server/plugins/rate-limits.ts',
  'web/custom-properties.d.ts',
]

const written: string[] = []
const lists: string[] = []

beforeAll(() => {
  cpSync(root, copy, { recursive: true, filter: (path) => !LEFT_OUT.includes(path) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [kind, name] of NEW) {
    const result = writeNew(copy, kind, name)
    written.push(...result.written)
    lists.push(...result.lists)
  }
})

/** Runs a program of a package in the copy; returns its exit code and output. */
async function run(program: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const file = join(root, 'node_modules', program)
  const env = { ...process.env, VITEST: undefined, NODE_ENV: undefined }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], {
      cwd: copy,
      env,
    })
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: `${stdout}${stderr}` }
  }
}

const isSource = (path: string) => /\.tsx?$/.test(path)

it('compiles, together with the lists that name it', async () => {
  const files = [...written, ...lists].filter((path) => isSource(path) && !FAR.includes(path))
  const config = {
    extends: './tsconfig.json',
    compilerOptions: { incremental: false, tsBuildInfoFile: null },
    include: [],
    files: [...files, 'tests/load/costs/costs.ts', ...AMBIENT],
  }
  writeFileSync(join(copy, 'tsconfig.new.json'), JSON.stringify(config))
  expect(await run('typescript/bin/tsc', '-p', 'tsconfig.new.json')).toEqual({
    code: 0,
    output: '',
  })
})

it('is formatted and passes the linter', async () => {
  const files = [...written, ...lists].filter(isSource)
  const { code, output } = await run('@biomejs/biome/bin/biome', 'check', ...files)
  expect(code, output).toBe(0)
})

it('has one failing test each, which names the file to fill in', async () => {
  const tests = written.filter((path) => /\.test\.tsx?$/.test(path))
  expect(tests).toHaveLength(NEW.length)
  const report = join(copy, 'report.json')
  const projects = ['--project', 'unit', '--project', 'screens']
  await run(
    'vitest/vitest.mjs',
    'run',
    ...projects,
    '--reporter=json',
    `--outputFile=${report}`,
    ...tests,
  )
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  expect(testResults).toHaveLength(NEW.length)
  for (const { name, assertionResults } of testResults) {
    const messages = assertionResults.flatMap(({ failureMessages }) => failureMessages)
    expect(messages, name).toHaveLength(1)
    const [named = ''] = /(?<=in )[a-z][\w./-]+\.tsx?/.exec(messages[0] ?? '') ?? []
    expect(existsSync(join(copy, named)), messages[0]).toBe(true)
    expect(written).toContain(named)
  }
})

interface Report {
  testResults: { name: string; assertionResults: { failureMessages: string[] }[] }[]
}

it('adds the call to every list of calls and to the requirements', () => {
  const calls = ['server/access.test.ts', 'tests/load/costs/clinic.ts', 'docs/requirements.md']
  for (const file of calls) {
    expect(readFileSync(join(copy, file), 'utf8'), file).toContain('GET /list-rooms')
  }
  expect(readFileSync(join(copy, 'docs/requirements.md'), 'utf8')).toContain('`/dashboard/rooms`')
})
