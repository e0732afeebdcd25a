/** Runs what it is given one after the other, in order. */
export type Lane = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * A lane of its own for heavy work: pictures are drawn on the threads that files and names are
 * looked up on, too, and one may take as much memory as all the rest of the process.
 */
export function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
}
