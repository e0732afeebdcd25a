import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { RECIPES } from './recipes.ts'
import { NewRefused, writeNew } from './write-new.ts'

// tests/new.integration.test.ts tests the written files.

it.each([
  ['call', 'list-rooms', 'Name it NOUN/NAME'],
  ['call', 'rooms/ListRooms', 'small letters'],
  ['call', 'rooms/../rooms', 'small letters'],
  ['email', 'nothing/wait-moved', 'appointment, money, people, waitlist'],
  ['page', 'rooms', 'family, desk'],
  ['job', 'nothing.happened/forget-colors', 'image.removed'],
  ['machine', 'desk/check-in', 'Name it NAME alone'],
  ['machine', 'booking', 'machines/booking/booking-machine.ts exists already'],
  ['role', 'nurse', 'There is no template for role'],
])('writes no %s %s', (kind, name, reason) => {
  const write = () => writeNew(process.cwd(), kind, name)
  expect(write).toThrow(NewRefused)
  expect(write).toThrow(reason)
})

it('is in the table of CONTRIBUTING.md with each kind', () => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8')
  const commands = Object.entries(RECIPES).map(
    ([kind, { argument }]) => `npm run new -- ${kind} ${argument}`,
  )
  expect(commands.filter((command) => !text.includes(command))).toEqual([])
})
