import { basename } from 'node:path'
import { type Flow, flows } from '../../machines/flows.ts'
import { coverage, describePath } from '../../machines/testing/paths.ts'

/** Where the same paths are walked (design section 9). */
export const LAYERS = ['machine', 'screens', 'browser'] as const
export type Layer = (typeof LAYERS)[number]

/** A test as its runner tells of it. */
export interface RanTest {
  file: string
  /** Of its describes and its own, outermost first. */
  titles: readonly string[]
  passed: boolean
  seconds: number
}

interface Share {
  reached: number
  total: number
}

/** How much of a machine was walked in a layer. */
export interface Figures {
  layer: Layer
  machine: string
  paths: Share
  states: Share
  transitions: Share
  seconds: number
  /** Whatever was not reached, by its name. */
  missed: string[]
}

const FILES: Record<Layer, RegExp> = {
  machine: /^alone\.test\.ts$/,
  screens: /^\w+\.paths\.test\.tsx$/,
  browser: /^\w+-paths\.spec\.ts$/,
}

/** The figures of every machine and layer that any of the tests walks through. */
export function figuresOf(tests: readonly RanTest[]): Figures[] {
  return LAYERS.flatMap((layer) =>
    flows.flatMap((flow) => {
      const walks = tests.filter((test) => isWalk(test, layer, flow))
      return walks.length > 0 ? [figuresOfFlow(layer, flow, walks)] : []
    }),
  )
}

function isWalk({ file, titles }: RanTest, layer: Layer, { name }: Flow): boolean {
  const [base, outermost = ''] = [basename(file), titles[0]]
  if (!FILES[layer].test(base)) return false
  const isNamed = (text: string) => new RegExp(`\\b${name}\\b`).test(text)
  return isNamed(base) || (layer === 'machine' && isNamed(outermost))
}

function figuresOfFlow(layer: Layer, { name, machine, paths }: Flow, walks: RanTest[]): Figures {
  const passed = new Set(walks.filter((walk) => walk.passed).map(pathName))
  const all = paths()
  const walked = all.filter((path) => passed.has(describePath(path)))
  const { states, transitions } = coverage(machine, walked)
  return {
    layer,
    machine: name,
    paths: { reached: walked.length, total: all.length },
    states: shareOf(states),
    transitions: shareOf(transitions),
    seconds: walks.reduce((sum, { seconds }) => sum + seconds, 0),
    missed: [...states.missed, ...transitions.missed],
  }
}

/** A walk's title is its path's name, maybe after a few words and a colon. */
function pathName({ titles }: RanTest): string {
  return titles.at(-1)?.split(': ').at(-1) ?? ''
}

function shareOf({ total, missed }: { total: number; missed: string[] }): Share {
  return { reached: total - missed.length, total }
}

/** Whether every path was walked, and with them every state and transition. */
export function isComplete({ paths, states, transitions }: Figures): boolean {
  return [paths, states, transitions].every(({ reached, total }) => reached === total)
}

/** A table for people, one line for each machine and layer. */
export function tableOf(figures: readonly Figures[]): string {
  const share = ({ reached, total }: Share) =>
    `${reached}/${total}${reached === total ? '' : ` (${Math.floor((100 * reached) / total)} %)`}`
  const rows = figures.map(({ machine, layer, paths, states, transitions, seconds }) => [
    machine,
    layer,
    ...[paths, states, transitions].map(share),
    seconds.toFixed(1),
  ])
  const head = ['flow', 'layer', 'paths', 'states', 'transitions', 'seconds']
  const lines = [head, ...rows].map((cells) =>
    cells
      .map((cell) => cell.padEnd(14))
      .join('')
      .trimEnd(),
  )
  const missed = figures.flatMap(({ machine, layer, missed }) =>
    missed.map((name) => `not walked: ${machine}, ${layer}: ${name}`),
  )
  return [...lines, ...missed].join('\n')
}

/** The machines and layers that none of the figures tells of. */
export function absentFrom(figures: readonly Figures[]): string[] {
  const found = new Set(figures.map(({ machine, layer }) => `${machine}, ${layer}`))
  return flows
    .flatMap(({ name }) => LAYERS.map((layer) => `${name}, ${layer}`))
    .filter((place) => !found.has(place))
}
