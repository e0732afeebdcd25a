import { globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readHandbook } from '#web/build/handbook.ts'
import type { HandbookSpan } from '#web/desk/help/handbook.ts'
import { DESK_ACTIONS } from '#web/desk/workspace/desk-actions.ts'

const MOST_STEPS = 6
const MOST_BYTES = 60_000

const FILES = globSync('docs/handbook/*.md').sort()
const IMAGES = globSync('docs/handbook/images/*').map((file) => basename(file))

/** What the product shows: the texts of its screens, and what the contract calls things. */
const SOURCE = globSync('{web,contract,words/en}/**/*.{ts,tsx}', {
  exclude: ['**/*.test.{ts,tsx}'],
})
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

const pageOf = (file: string) => readHandbook(readFileSync(file, 'utf8'))

/** Whether a screen shows the text by itself: as a whole string, or between tags. */
function isShown(label: string): boolean {
  const text = label.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  return new RegExp(`(?:['"\`>]|\\n\\s*|\\} )${text}(?:['"\`<]|\\s*\\n|: \\{)`).test(SOURCE)
}

const labelsIn = (spans: readonly HandbookSpan[]) =>
  spans.flatMap((span) => (typeof span === 'string' ? [] : [span.label]))

it('has a page for receptionists, doctors and admins', () => {
  const titles = [DESK_ACTIONS.adminHandbook, DESK_ACTIONS.doctorHandbook]
  expect(FILES.map((file) => pageOf(file).title)).toEqual(
    [...titles, DESK_ACTIONS.receptionistHandbook].map(({ label }) => label),
  )
})

it('finds a label that no screen has', () => {
  expect(['Walk-in', 'Free times nearby'].map(isShown)).toEqual([true, true])
  expect(['Walk in', 'Walk', 'Press this'].map(isShown)).toEqual([false, false, false])
})

describe.each(FILES)('%s', (file) => {
  const { blocks } = pageOf(file)

  it('quotes only labels that a screen has', () => {
    const labels = blocks.flatMap((block) => {
      if (block.kind === 'steps') return block.items.flatMap(labelsIn)
      return block.kind === 'paragraph' ? labelsIn(block.spans) : []
    })
    expect(labels.length).toBeGreaterThan(10)
    expect(labels.filter((label) => !isShown(label))).toEqual([])
  })

  it(`has steps for each task, at most ${MOST_STEPS}`, () => {
    const tasks = blocks.filter((block) => block.kind === 'heading')
    const steps = blocks.filter((block) => block.kind === 'steps')
    expect(steps).toHaveLength(tasks.length)
    expect(steps.filter(({ items }) => items.length > MOST_STEPS)).toEqual([])
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length)
  })
})

it('shows each of its images once', () => {
  const shown = FILES.flatMap((file) => pageOf(file).blocks).flatMap((block) =>
    block.kind === 'image' ? [block] : [],
  )
  expect(shown.map((image) => basename(image.file)).sort()).toEqual(IMAGES.sort())
  expect(shown.filter(({ alt }) => alt.length < 10)).toEqual([])
})

it.each(IMAGES)(`%s has at most ${MOST_BYTES} bytes`, (image) => {
  expect(statSync(`docs/handbook/images/${image}`).size).toBeLessThanOrEqual(MOST_BYTES)
})

it('refuses what the page in the product has no place for', () => {
  expect(() => readHandbook('# Title\n\n| a |\n|---|\n| b |')).toThrow('no place')
  expect(() => readHandbook('No title')).toThrow('title')
})
