import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { variables } from '#domain/config/env.ts'

const document = readFileSync('SECURITY.md', 'utf8')
const lines = document.split('\n').filter((line) => /^\| \d+\.\d+\.\d+/.test(line))

test('every line of the table names existing tests', () => {
  const [named, unmet] = [
    lines.filter((line) => line.split('|').length === 6),
    lines.filter((line) => line.split('|').length === 5),
  ]
  expect(named.length).toBeGreaterThan(50)
  expect(unmet.length).toBeGreaterThan(5)
  for (const line of named) {
    const tests = [...line.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, file]) => file)
    expect(tests.length, line).toBeGreaterThan(0)
    for (const file of tests) expect(existsSync(file ?? ''), `${file}: ${line}`).toBe(true)
  }
})

test('lists no requirement twice', () => {
  const numbers = lines
    .filter((line) => line.split('|').length === 6)
    .flatMap((line) => (line.split('|')[1] ?? '').split(','))
    .map((number) => number.trim())
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})

test('every secret in the settings has a line', () => {
  const secrets = Object.keys(variables.shape).filter((name) =>
    /SECRET|PRIVATE_KEY|TOKEN|CLOUDINARY_URL|REDIS_URL|SMTP_URL/.test(name),
  )
  expect(secrets.length).toBeGreaterThan(5)
  for (const name of secrets) expect(document).toContain(`\`${name}\``)
})
