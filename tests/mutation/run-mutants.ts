import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { cleanup, configure } from '@testing-library/react'
import { vi } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import type { Path } from '../../machines/testing/paths.ts'
import { toast } from '../../web/components/toasts.tsx'
import { machineMutants } from './machine-mutants.ts'
import { type Found, type Hunted, readHunt, resultFile } from './results.ts'
import { board } from './switch.ts'

interface Flow<Machine extends AnyStateMachine> {
  name: string
  machine: Machine
  paths: Path[]
  walkAlone: (path: Path, machine?: Machine) => Promise<void>
  walkScreens: (path: Path, machine?: Machine) => Promise<void>
}

/** How long a look waits for a changed screen at first, in milliseconds. */
const PATIENCE = Number(process.env.MUTATION_PATIENCE ?? 1000)

/** How long it waits where the answer counts: far longer than a screen takes on a busy machine. */
const LONG_PATIENCE = 4 * PATIENCE

/** Screens that are drawn so many times as often as ever in an unchanged walk never come to rest. */
const ENDLESS = 20

/** More walks for one mutant can only kill more. */
const MOST_WALKS = Number(process.env.MUTATION_WALKS ?? Number.POSITIVE_INFINITY)

/** A mutant's name has to match, so that some can be tried again alone. */
const ONLY = new RegExp(process.env.MUTATION_ONLY ?? '')

/**
 * Changes the flow's machine and its screens, one thing at a time, and walks the generated paths
 * until one of them notices. A path that never comes to the place of the change cannot.
 */
export async function hunt<Machine extends AnyStateMachine>(flow: Flow<Machine>): Promise<void> {
  configure({ asyncUtilTimeout: LONG_PATIENCE })
  const { name, machine, paths, walkAlone, walkScreens } = flow
  const started = performance.now()
  const found: Found[] = []
  // What is not asked for keeps what was found last.
  const earlier = Map.groupBy(readHunt(name)?.found ?? [], (one) => one.name)
  let isPart = Number.isFinite(MOST_WALKS)
  mkdirSync(dirname(resultFile(name)), { recursive: true })

  // Unchanged, everything has to hold; and this tells which path comes by where.
  const routes: { path: Path; places: Set<string>; milliseconds: number }[] = []
  let passed = 0
  for (const path of paths) {
    board.reached.clear()
    const begun = performance.now()
    await walkAlone(path)
    await onScreens(() => walkScreens(path))
    passed = Math.max(passed, board.passed)
    routes.push({ path, places: new Set(board.reached), milliseconds: performance.now() - begun })
  }
  board.mostPassed = ENDLESS * passed
  routes.sort((one, other) => one.milliseconds - other.milliseconds)
  // One to each place first: what one walk does not notice, a like one hardly does.
  const seen = new Set<string>()
  const isFirst = new Map(
    routes.map((route) => [route, !seen.has(endOf(route.path)) && seen.add(endOf(route.path))]),
  )
  routes.sort((one, other) => Number(!isFirst.get(one)) - Number(!isFirst.get(other)))

  for (const mutant of machineMutants(machine)) {
    if (isLeft(mutant.name)) continue
    const changed = mutant.machine as Machine
    const { state } = mutant
    const ways = routes
      .map(({ path }) => path)
      .filter((path) => state === null || visits(path, state))
    let killedBy: Found['killedBy'] = null
    if (await isNoticed(ways, (path) => walkAlone(path, changed))) killedBy = 'machine'
    else if (await isSeen(ways, (path) => walkScreens(path, changed))) killedBy = 'screens'
    const isReached = ways.length > 0
    found.push({ name: mutant.name, of: 'machine', kind: mutant.kind, killedBy, isReached })
    keep()
  }

  for (const mutant of board.known) {
    if (!mutant.name.startsWith(`web/${name}/`) || isLeft(mutant.name)) continue
    const ways = routes.filter(({ places }) => places.has(mutant.id)).map(({ path }) => path)
    const isKilled = await isSeen(ways, async (path) => {
      board.active = mutant.id
      try {
        await walkScreens(path)
      } finally {
        board.active = null
      }
    })
    const killedBy = isKilled ? 'screens' : null
    const isReached = ways.length > 0
    found.push({ name: mutant.name, of: 'screens', kind: mutant.kind, killedBy, isReached })
    keep()
  }
  keep(true)

  function isLeft(mutant: string) {
    if (ONLY.test(mutant)) return false
    const known = earlier.get(mutant)?.shift()
    if (known) found.push(known)
    else isPart = true
    return true
  }

  /**
   * Whether a walk over the changed screens fails, and again when there is more time for it, while
   * it holds on the unchanged ones in between. So neither a busy machine nor what the walk before
   * left behind passes for a change that was noticed.
   */
  async function isSeen(ways: readonly Path[], walkChanged: (path: Path) => Promise<void>) {
    const fails = async (path: Path, walk: (path: Path) => Promise<void>, patience: number) => {
      configure({ asyncUtilTimeout: patience })
      return await isNoticed([path], (one) => onScreens(() => walk(one)))
    }
    for (const path of ways.slice(0, MOST_WALKS)) {
      if (!(await fails(path, walkChanged, PATIENCE))) continue
      if (await fails(path, walkScreens, LONG_PATIENCE)) continue
      if (await fails(path, walkChanged, LONG_PATIENCE)) return true
    }
    return false
  }

  function keep(isFinished = false) {
    const seconds = (performance.now() - started) / 1000
    const hunted: Hunted = { flow: name, found, seconds, isFinished, isPart }
    writeFileSync(resultFile(name), JSON.stringify(hunted))
  }
}

/** Whether one of the walks fails. */
async function isNoticed(ways: readonly Path[], walk: (path: Path) => Promise<void>) {
  for (const path of ways) {
    try {
      await walk(path)
    } catch {
      return true
    }
  }
  return false
}

/** A walk as the tests take it: on fresh screens, with no complaint of React's and no stray error. */
async function onScreens(walk: () => Promise<void>): Promise<void> {
  board.passed = 0
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  complaints.mockClear()
  const strays: unknown[] = []
  const onStray = (stray: unknown) => strays.push(stray)
  window.addEventListener('error', onStray)
  process.on('unhandledRejection', onStray)
  try {
    await walk()
    if (complaints.mock.calls.length > 0) throw new Error('console.error was called')
    if (strays.length > 0) throw new Error('An error was caught by nobody')
  } finally {
    window.removeEventListener('error', onStray)
    process.off('unhandledRejection', onStray)
    cleanup()
    toast.dismissAll()
    localStorage.clear()
    sessionStorage.clear()
    complaints.mockClear()
  }
}

function endOf(path: Path): string {
  return JSON.stringify(path.steps.at(-1)?.state.value)
}

function visits(path: Path, state: string): boolean {
  return path.steps.some((step) => step.state.matches(state))
}
