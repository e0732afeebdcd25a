/**
 * The doctor of each appointment of a series: the one who is free on most of its dates, then on those that are
 * left the one who is free on most of them. Among equals, the one named first.
 * @param free the ids of the doctors who are free at each time, those to be preferred first
 * @returns undefined for a time without doctors
 */
export function chooseSeriesDoctors(free: readonly (readonly string[])[]): (string | undefined)[] {
  const chosen: (string | undefined)[] = free.map(() => undefined)
  for (;;) {
    const usual = mostFrequent(free.filter((_, index) => chosen[index] === undefined).flat())
    if (usual === undefined) return chosen
    for (const [index, ids] of free.entries()) {
      if (chosen[index] === undefined && ids.includes(usual)) chosen[index] = usual
    }
  }
}

function mostFrequent(ids: readonly string[]): string | undefined {
  const [most] = [...Map.groupBy(ids, (id) => id)].sort(
    ([, one], [, other]) => other.length - one.length,
  )
  return most?.[0]
}
