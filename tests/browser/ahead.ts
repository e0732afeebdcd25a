import type { Case, Path } from '../../machines/testing/paths.ts'

/** Knows how far a path has been walked, for drivers that prepare what is still to come. */
export interface LookAhead {
  /** The first of these events that is still to come. */
  next(...types: string[]): Case | undefined
  /** The same steps; whoever takes them is counted. */
  counting<Steps extends Record<string, (event: Case) => void | Promise<void>>>(steps: Steps): Steps
}

export function lookAhead(path: Path): LookAhead {
  let taken = 0
  return {
    next: (...types) =>
      path.steps.slice(taken + 1).find(({ event }) => types.includes(event.type))?.event,
    counting<Steps extends Record<string, (event: Case) => void | Promise<void>>>(steps: Steps) {
      const counted = Object.entries(steps).map(([type, step]) => [
        type,
        (event: Case) => {
          taken += 1
          return step(event)
        },
      ])
      return Object.fromEntries(counted) as Steps
    },
  }
}
